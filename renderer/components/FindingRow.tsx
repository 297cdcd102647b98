import type { ReactNode } from 'react';
import type { CheckVerdict, Finding } from '../../shared/doctor/report.ts';
import { useStrings } from '../store/use-services.ts';

/** The shapes differ, so that no meaning is carried by colour alone (WCAG 1.4.1). */
const VERDICT_DRAWINGS: Readonly<Record<CheckVerdict, ReactNode>> = {
  well: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  warning: <path d="M12 3.5L2.5 20h19zM12 10v4.5M12 17.25h.01" />,
  wrong: <path d="M8 2.5h8l5.5 5.5v8L16 21.5H8L2.5 16V8zM9 9l6 6M15 9l-6 6" />,
  unknown: <path d="M8.5 8.75a3.5 3.5 0 117 0c0 2.5-3.5 2.75-3.5 5.5M12 18.5h.01" />,
  'not-tried': <path d="M6 12h12" />,
};

export function FindingRow({ finding }: Readonly<{ finding: Finding }>) {
  const { words: strings } = useStrings().doctor;
  const { check, verdict, code, tried, evidence } = finding;
  const { found: whatWasFound, toDo } = strings.findings[code];
  return (
    <li className={`finding finding--${verdict}`}>
      <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <g className="strokes">{VERDICT_DRAWINGS[verdict]}</g>
      </svg>
      <div className="finding__words">
        <h2 className="finding__head">
          <span>
            {strings.checks[check]}
            <span className="visually-hidden">: </span>
          </span>
          <span className="finding__verdict">{strings.verdicts[verdict]}</span>
        </h2>
        {code === 'well' ? null : <p>{whatWasFound}</p>}
        {toDo === '' ? null : <p>{toDo}</p>}
        <dl className="finding__facts">
          <Fact label={strings.formatMessage('doctor.tried')} value={tried} />
          <Fact label={strings.formatMessage('doctor.seen')} value={evidence} />
          {verdict === 'well' ? null : (
            <Fact label={strings.formatMessage('doctor.code')} value={code} />
          )}
        </dl>
      </div>
    </li>
  );
}

function Fact({ label, value }: Readonly<{ label: string; value: string }>) {
  if (value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd className="mono">
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
