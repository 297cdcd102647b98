import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { ArrowGlyph } from './ArrowGlyph.tsx';

type ButtonProps = Readonly<{
  children: ReactNode;
  /** `primary` is the one thing to do, `outlined` stands in its place, `quiet` is everything else. */
  look?: 'primary' | 'outlined' | 'quiet';
  type?: 'button' | 'submit';
  onPress?: () => void;
  /** Disabled for now. It keeps its place in the tab order and its focus, but ignores a press. */
  isOff?: boolean;
  /** A button that stays pressed until it is pressed again. */
  isPressed?: boolean | undefined;
  /** Visible after the label, not part of the name: a running clock would change it each second. */
  aside?: string | null;
  describedBy?: string | undefined;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}>;

/** A button that says in `aria-disabled` when it is off, so that focus is never lost (WCAG 2.4.3). */
export function Button({
  children,
  look = 'quiet',
  type = 'button',
  onPress,
  isOff = false,
  isPressed,
  aside = null,
  describedBy,
  className = '',
  ref,
}: ButtonProps) {
  return (
    <button
      ref={ref}
      type={type}
      className={`button button--${look} ${className}`.trim()}
      aria-disabled={isOff || undefined}
      aria-pressed={isPressed}
      aria-describedby={describedBy}
      onKeyDown={ignoreRepeat}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onPress?.();
      }}
    >
      <span className="button__label">{children}</span>
      {aside === null ? null : (
        <span className="button__aside" aria-hidden="true">
          {aside}
        </span>
      )}
      {look === 'primary' ? <ArrowGlyph /> : null}
    </button>
  );
}

/** A key that is held down presses once. */
export function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
