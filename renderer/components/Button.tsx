import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { ArrowGlyph } from './Glyphs.tsx';

type ButtonProps = Readonly<{
  children: ReactNode;
  /**
   * `primary`: main action; `outlined`: action of a screen without a primary one; `quiet`: all
   * others.
   */
  look?: 'primary' | 'outlined' | 'quiet';
  type?: 'button' | 'submit';
  onPress?: () => void;
  /** The button does nothing, but can have the focus. */
  isOff?: boolean;
  /** State of a toggle button; undefined for every other button. */
  isPressed?: boolean | undefined;
  /** Text outside the accessible name: a clock in the name would change it each second. */
  aside?: string | null;
  describedBy?: string | undefined;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}>;

/**
 * A button that is off has `aria-disabled`, because `disabled` would take its focus away (WCAG
 * 2.4.3).
 */
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
      onKeyDown={ignoreHeldKey}
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

/** Ignores the repetitions of a held Enter or Space, so that a held key presses a button only once. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
