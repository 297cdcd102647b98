import { useCallback, useEffect, useRef, useState } from 'react';
import { problemsFirst } from '../../shared/doctor/diagnoses.ts';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { referenceOf } from '../../shared/login/view/login-view.ts';
import { waitOf } from '../../shared/login/view/view-parts.ts';
import { Button } from '../components/Button.tsx';
import { CopyButton } from '../components/CopyButton.tsx';
import { SupportButton, SupportText, type ShownSupport } from '../components/SupportFile.tsx';
import { FindingRow } from '../components/FindingRow.tsx';
import { LoginTime } from '../components/TimeLeft.tsx';
import { Reference } from '../components/Reference.tsx';
import { ScreenFrame } from '../components/ScreenFrame.tsx';
import { announce } from '../store/announcer.ts';
import { setDoctorOpen, showTrouble } from '../store/mirror.ts';
import { useMirror, useServices, useStrings } from '../store/use-services.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';

/** `failed`: the check itself failed, and the trouble says why. */
type DoctorState = 'running' | 'failed' | DoctorReport;

export function DoctorScreen() {
  const strings = useStrings();
  const { mirror } = useServices();
  const [state, checkAgain] = useDoctor(strings);
  const isLoginOver = useMirror((state) => state.isLoginOver);
  const reference = useMirror(({ view }) => referenceOf(view));
  // The doctor covers the login's screen with its "More time" button, so the wait is shown here
  // too.
  const wait = useMirror(({ view }) => waitOf(view));
  const isVerifying = useMirror(({ view }) => view.screen === 'approval' && view.isVerifying);
  const [support, setSupport] = useState<ShownSupport | null>(null);
  return (
    <ScreenFrame
      name="doctor"
      opening={runningText(strings)}
      heading={strings.formatMessage('window.doctor.heading')}
      primary={
        <>
          {wait === null ? null : <LoginTime view={wait} isOff={isVerifying} />}
          <Button look="outlined" isOff={state === 'running'} onPress={checkAgain}>
            {strings.formatMessage('window.doctor.again')}
          </Button>
        </>
      }
      secondary={
        <>
          <Button onPress={() => setDoctorOpen(mirror, false)}>
            {strings.formatMessage('window.back')}
          </Button>
          {typeof state === 'object' ? (
            <>
              <CopyButton
                what="doctor-report"
                label={strings.formatMessage('window.doctor.copy')}
              />
              <SupportButton report={state} shown={support} onShown={setSupport} />
            </>
          ) : null}
        </>
      }
      after={reference === null ? null : <Reference text={reference} configKey={null} />}
    >
      {isLoginOver ? <p className="notice">{strings.formatMessage('state.login-over')}</p> : null}
      {state === 'running' ? (
        <>
          <p className="lead">{strings.formatMessage('window.doctor.looking')}</p>
          <p className="aside">{strings.formatMessage('window.doctor.looking-long')}</p>
        </>
      ) : null}
      {typeof state === 'object' ? <Report report={state} /> : null}
      {support?.report === state ? <SupportText file={support.file} /> : null}
    </ScreenFrame>
  );
}

function Report({ report }: Readonly<{ report: DoctorReport }>) {
  const strings = useStrings();
  const { words: doctorStrings } = strings.doctor;
  const tried = problemsFirst(report.findings).filter(({ verdict }) => verdict !== 'not-tried');
  const notTried = report.findings.filter(({ verdict }) => verdict === 'not-tried');
  const toDo = firstToDo(report, strings);
  return (
    <>
      <div className={report.first === null ? undefined : 'notice'}>
        <p className="lead">{doctorStrings.summary(report)}</p>
        {toDo === '' ? null : <p>{toDo}</p>}
      </div>
      {tried.length === 0 ? null : (
        <ul className="findings" aria-label={strings.formatMessage('window.doctor.list-label')}>
          {tried.map((finding, index) => (
            <FindingRow key={index} finding={finding} />
          ))}
        </ul>
      )}
      {notTried.length === 0 ? null : <p className="aside">{doctorStrings.notTried(notTried)}</p>}
    </>
  );
}

function firstToDo({ first }: DoctorReport, { doctor }: Strings): string {
  return first === null ? '' : doctor.words.findings[first].toDo;
}

const runningText = ({ formatMessage }: Strings): string =>
  `${formatMessage('window.doctor.looking')} ${formatMessage('window.doctor.looking-long')}`;

/**
 * Checks the connection at once, and again by `checkAgain`. Only the newest run counts; earlier
 * results are ignored.
 */
function useDoctor(strings: Strings): readonly [state: DoctorState, checkAgain: () => void] {
  const { mirror, announcer, intents } = useServices();
  const [state, setState] = useState<DoctorState>('running');
  const newestRun = useRef(0);

  const runDoctor = useCallback(() => {
    newestRun.current += 1;
    const run = newestRun.current;
    void intents.ask('app:run-doctor').then((answer) => {
      if (newestRun.current !== run) return;
      setState(answer.ok ? answer.value : 'failed');
      if (!answer.ok) {
        showTrouble(mirror, { code: answer.error, from: 'intent' });
        return;
      }
      const sentences = [
        strings.doctor.words.summary(answer.value),
        firstToDo(answer.value, strings),
      ];
      announce(announcer, 'polite', sentences.filter((sentence) => sentence !== '').join(' '));
    });
  }, [mirror, announcer, intents, strings]);

  useEffect(() => {
    runDoctor();
    return () => {
      newestRun.current += 1;
    };
  }, [runDoctor]);

  function checkAgain(): void {
    announce(announcer, 'polite', runningText(strings));
    setState('running');
    showTrouble(mirror, null);
    runDoctor();
  }

  return [state, checkAgain];
}
