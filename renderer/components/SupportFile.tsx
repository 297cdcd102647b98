import { useEffect, useRef, useState } from 'react';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import type { SupportFile } from '../../shared/ipc/channels.ts';
import { announce } from '../store/announcer.ts';
import { showTrouble } from '../store/mirror.ts';
import { useServices, useStrings } from '../store/use-services.ts';
import { Button } from './Button.tsx';

export type ShownSupport = Readonly<{ report: DoctorReport; file: SupportFile }>;

type SupportButtonProps = Readonly<{
  report: DoctorReport;
  shown: ShownSupport | null;
  onShown: (shown: ShownSupport) => void;
}>;

/**
 * The first press shows the support file, the second saves it. It is one button, so that it keeps
 * the focus.
 */
export function SupportButton({ report, shown, onShown }: SupportButtonProps) {
  const strings = useStrings();
  const { announcer, intents, mirror } = useServices();
  const [saved, setSaved] = useState<ShownSupport | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isShown = shown?.report === report;
  const isSaved = isShown && saved === shown;

  // The file's text and the word beside the button shift the focused button: keep it visible (WCAG
  // 2.4.11).
  useEffect(() => {
    if (isShown) button.current?.closest('main')?.scrollIntoView({ block: 'end' });
  }, [isShown, saved]);

  async function press(): Promise<void> {
    if (isShown) {
      if (!(await intents.send('app:save-support-file'))) return;
      setSaved(shown);
      announce(
        announcer,
        'polite',
        strings.formatMessage('window.doctor.saved-as', { file: shown.file.file }),
      );
      return;
    }
    const answer = await intents.ask('app:make-support-file');
    if (!answer.ok) {
      showTrouble(mirror, { code: answer.error, from: 'intent' });
      return;
    }
    onShown({ report, file: answer.value });
    announce(
      announcer,
      'polite',
      strings.formatMessage('window.doctor.support-said', { file: answer.value.file }),
    );
  }

  return (
    <Button
      ref={button}
      isOff={isSaved}
      aside={isSaved ? strings.formatMessage('window.doctor.saved') : null}
      onPress={() => void press()}
    >
      {strings.formatMessage(isShown ? 'window.doctor.save-for-support' : 'window.doctor.support')}
    </Button>
  );
}

export function SupportText({ file: { text, file } }: Readonly<{ file: SupportFile }>) {
  const strings = useStrings();
  return (
    <>
      <p className="aside">{strings.formatMessage('window.doctor.support-said', { file })}</p>
      {/* The text is focusable, so that the keyboard can scroll it (WCAG 2.1.1). */}
      <pre
        className="support mono"
        tabIndex={0}
        role="region"
        aria-label={strings.formatMessage('window.doctor.support-label')}
      >
        {text}
      </pre>
    </>
  );
}
