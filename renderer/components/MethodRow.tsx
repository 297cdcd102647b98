import type { MethodChoice } from '../../shared/login/view/login-view.ts';
import { AGAIN_STEPS, inTens, useRemaining } from '../store/countdown.ts';
import { useStrings } from '../store/use-services.ts';
import { ignoreRepeat } from './Button.tsx';
import { ArrowGlyph, MethodGlyph } from './Glyphs.tsx';

type MethodRowProps = Readonly<{
  choice: MethodChoice;
  /** Digit of its Ctrl shortcut, from 1. */
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
  const isClosed = choice.availableInMs === null || earlyMs > 0;
  const effect = choice.availableInMs === null ? strings.say('state.sent-too-often') : whatHappens;
  const wait =
    earlyMs > 0 ? strings.say('state.available-in', { time: strings.clock(earlyMs) }) : effect;
  const below = isStarting ? strings.say('window.methods.starting') : wait;
  const id = `method-${choice.method}`;
  // Keep the description stable: screen readers announce each change. The live region announces the choice.
  const described = earlyMs > 0 ? strings.possibleIn(inTens(earlyMs)) : effect;
  return (
    <li>
      <button
        type="button"
        className={isStarting ? 'row row--starting' : 'row'}
        aria-describedby={isRemembered ? `${id}-remembered ${id}-detail` : `${id}-detail`}
        aria-keyshortcuts={`Control+${number}`}
        aria-disabled={isOff || isStarting || isClosed || undefined}
        onKeyDown={ignoreRepeat}
        onClick={() => {
          if (!isOff && !isStarting && !isClosed) onChoose();
        }}
      >
        <MethodGlyph method={choice.method} />
        <span className="row__words">
          <span>
            <span className="row__name">{name}</span>
            {isRemembered ? (
              <span id={`${id}-remembered`} className="row__remembered" aria-hidden="true">
                {strings.say('state.remembered')}
              </span>
            ) : null}
          </span>
          <span className="row__detail" aria-hidden="true">
            {below}
          </span>
          <span id={`${id}-detail`} hidden>
            {described}
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
