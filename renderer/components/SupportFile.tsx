import { useEffect, useRef, useState } from 'react';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import type { SupportFile } from '../../shared/ipc/channels.ts';
import { say } from '../store/announcer.ts';
import { showTrouble } from '../store/mirror.ts';
import { useServices, useStrings } from '../store/window-services.ts';
import { Button } from './Button.tsx';

export type ShownSupport = Readonly<{ report: DoctorReport; file: SupportFile }>;

type SupportButtonProps = Readonly<{
  report: DoctorReport;
  shown: ShownSupport | null;
  onShown: (shown: ShownSupport) => void;
}>;

/** Shows the support file, then saves it. A single button keeps the focus. */
export function SupportButton({ report, shown, onShown }: SupportButtonProps) {
  const { doctor } = useStrings();
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
      say(announcer, 'polite', doctor.savedAs(shown.file.file));
      return;
    }
    const made = await intents.ask('app:make-support-file');
    if (!made.ok) {
      showTrouble(mirror, { code: made.error, from: 'intent' });
      return;
    }
    onShown({ report, file: made.value });
    say(announcer, 'polite', doctor.supportSaid(made.value.file));
  }

  return (
    <Button
      ref={button}
      isOff={isShown && saved === shown}
      aside={isShown && saved === shown ? doctor.saved : null}
      onPress={() => void press()}
    >
      {isShown ? doctor.saveForSupport : doctor.support}
    </Button>
  );
}

export function SupportText({ file: { text, file } }: Readonly<{ file: SupportFile }>) {
  const { doctor } = useStrings();
  return (
    <>
      <p className="aside">{doctor.supportSaid(file)}</p>
      {/* Focusable, so that the keyboard can scroll it (WCAG 2.1.1). */}
      <pre className="support mono" tabIndex={0} role="region" aria-label={doctor.supportLabel}>
        {text}
      </pre>
    </>
  );
}
