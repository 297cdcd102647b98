import { useEffect, useState } from 'react';
import type { Copyable } from '../bridge/intents.ts';
import { announce } from '../store/announcer.ts';
import { useIntents, useServices, useStrings } from '../store/use-services.ts';
import { Button } from './Button.tsx';

/** Milliseconds for which the button says that the text was copied. */
const SHOWN_MS = 4000;

export function CopyButton({ what, label }: Readonly<{ what: Copyable; label: string }>) {
  const strings = useStrings();
  const { send } = useIntents();
  const { announcer } = useServices();
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    const wasCopied = await send('app:copy-text', { what });
    setCopied(wasCopied);
    if (wasCopied)
      announce(
        announcer,
        'polite',
        strings.formatMessage('window.sentence', { words: strings.formatMessage('window.copied') }),
      );
  }

  return (
    <Button
      onPress={() => void copy()}
      aside={isCopied ? strings.formatMessage('window.copied') : null}
    >
      {label}
    </Button>
  );
}
