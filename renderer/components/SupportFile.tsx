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

/** Shows the support file, then saves it. A single button keeps the focus. */
export function SupportButton({ report, shown, onShown }: SupportButtonProps) {
  const strings = useStrings();
  const { announcer, intents, mirror } = useServices();
  const [saved, setSaved] = useState<ShownSupport | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isShown = shown?.report === report;

  // Both texts shift the focused button: keep it visible (WCAG 2.4.11).
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
        strings.say('window.doctor.saved-as', { file: shown.file.file }),
      );
      return;
    }
    const made = await intents.ask('app:make-support-file');
    if (!made.ok) {
      showTrouble(mirror, { code: made.error, from: 'intent' });
      return;
    }
    onShown({ report, file: made.value });
    announce(
      announcer,
      'polite',
      strings.say('window.doctor.support-said', { file: made.value.file }),
    );
  }

  return (
    <Button
      ref={button}
      isOff={isShown && saved === shown}
      aside={isShown && saved === shown ? strings.say('window.doctor.saved') : null}
      onPress={() => void press()}
    >
      {strings.say(isShown ? 'window.doctor.save-for-support' : 'window.doctor.support')}
    </Button>
  );
}

export function SupportText({ file: { text, file } }: Readonly<{ file: SupportFile }>) {
  const strings = useStrings();
  return (
    <>
      <p className="aside">{strings.say('window.doctor.support-said', { file })}</p>
      {/* Focusable, so that the keyboard can scroll it (WCAG 2.1.1). */}
      <pre
        className="support mono"
        tabIndex={0}
        role="region"
        aria-label={strings.say('window.doctor.support-label')}
      >
        {text}
      </pre>
    </>
  );
}
