import { useEffect, useState } from 'react';
import { useStrings } from '../store/use-services.ts';
import { Button } from './Button.tsx';
import { QrCode } from './QrCode.tsx';

type QrSlotProps = Readonly<{
  text: string;
  label: string;
  /**
   * Labels of the button for a code that is drawn only on request. Without them, the code is always
   * drawn.
   */
  requestLabels?: Readonly<{ show: string; hide: string }>;
}>;

/**
 * A QR code that can fill the window for a distant camera. The remaining time stays visible (WCAG
 * 2.4.11).
 */
export function QrSlot({ text, label, requestLabels }: QrSlotProps) {
  const strings = useStrings();
  const [isLarge, setLarge] = useState(false);
  const { show, hide } = requestLabels ?? {
    show: strings.formatMessage('window.qr.larger'),
    hide: strings.formatMessage('window.qr.smaller'),
  };
  const isDrawn = isLarge || requestLabels === undefined;

  // Escape first shrinks the QR code. Only the next Escape goes back in the login.
  useEffect(() => {
    if (!isLarge) return undefined;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      setLarge(false);
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isLarge]);

  return (
    <div className={isLarge ? 'qr-place qr-place--large' : 'qr-place'}>
      {isDrawn ? (
        <QrCode text={text} label={label} tooLong={strings.formatMessage('window.qr.too-long')} />
      ) : null}
      <Button onPress={() => setLarge(!isLarge)}>{isLarge ? hide : show}</Button>
    </div>
  );
}
