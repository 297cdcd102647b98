import type { MethodChoice } from '../../shared/login/view/login-view.ts';
import { AGAIN_STEPS, toTensOfSeconds, useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/use-services.ts';
import { ignoreHeldKey } from './Button.tsx';
import { ArrowGlyph, MethodGlyph } from './Glyphs.tsx';

type MethodRowProps = Readonly<{
  choice: MethodChoice;
  /** The digit that chooses the method with Ctrl, from 1. */
  number: number;
  showsNumber: boolean;
  isRemembered: boolean;
  isStarting: boolean;
  isOff: boolean;
  onChoose: () => void;
}>;

/** A login method. The whole row is the click target (WCAG 2.5.8). */
export function MethodRow({
  choice,
  number,
  showsNumber,
  isRemembered,
  isStarting,
  isOff,
  onChoose,
}: MethodRowProps) {
  const strings = useStrings();
  const { name, whatHappens } = strings.methods[choice.method];
  const earlyMs = useRemaining(choice.availableInMs ?? 0, AGAIN_STEPS);
  const isUsedUp = choice.availableInMs === null;
  const isEarly = earlyMs > 0;
  const isUnavailable = isUsedUp || isEarly;
  const lastingText = isUsedUp ? strings.formatMessage('state.sent-too-often') : whatHappens;
  const currentText = isEarly
    ? strings.formatMessage('state.available-in', { time: strings.clock(earlyMs) })
    : lastingText;
  const detail = isStarting ? strings.formatMessage('window.methods.starting') : currentText;
  const id = `method-${choice.method}`;
  // The description rarely changes, because screen readers announce each change of it. That the
  // method starts is announced by the live region.
  const description = isEarly ? strings.possibleIn(toTensOfSeconds(earlyMs)) : lastingText;
  return (
    <li>
      <button
        type="button"
        className={isStarting ? 'row row--starting' : 'row'}
        aria-describedby={isRemembered ? `${id}-remembered ${id}-detail` : `${id}-detail`}
        aria-keyshortcuts={`Control+${number}`}
        aria-disabled={isOff || isStarting || isUnavailable || undefined}
        onKeyDown={ignoreHeldKey}
        onClick={() => {
          if (!isOff && !isStarting && !isUnavailable) onChoose();
        }}
      >
        <MethodGlyph method={choice.method} />
        <span className="row__words">
          <span>
            <span className="row__name">{name}</span>
            {isRemembered ? (
              <span id={`${id}-remembered`} className="row__remembered" aria-hidden="true">
                {strings.formatMessage('state.remembered')}
              </span>
            ) : null}
          </span>
          <span className="row__detail" aria-hidden="true">
            {detail}
          </span>
          <span id={`${id}-detail`} hidden>
            {description}
          </span>
        </span>
        {showsNumber ? (
          <kbd className="row__key" aria-hidden="true">
            {number}
          </kbd>
        ) : (
          <ArrowGlyph />
        )}
      </button>
    </li>
  );
}
