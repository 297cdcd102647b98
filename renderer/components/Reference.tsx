import { useStrings } from '../store/use-services.ts';
import { CopyButton } from './CopyButton.tsx';

type ReferenceProps = Readonly<{
  text: string;
  /** The configuration key to check; null without one. */
  configKey: string | null;
}>;

export function Reference({ text, configKey }: ReferenceProps) {
  const strings = useStrings();
  return (
    <div className="box">
      {configKey === null ? null : (
        <div className="box__part">
          <p className="box__label">{strings.formatMessage('screen.setting')}</p>
          <p className="mono">{configKey}</p>
        </div>
      )}
      <div className="box__head">
        <p className="box__label">{strings.formatMessage('screen.reference')}</p>
        <CopyButton what="error-reference" label={strings.formatMessage('window.failed.copy')} />
      </div>
      <p className="mono">{text}</p>
    </div>
  );
}
