import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { ArrowGlyph } from './Glyphs.tsx';

type ButtonProps = Readonly<{
  children: ReactNode;
  /** `primary`: main action; `outlined`: action of a screen without a primary one; `quiet`: all others. */
  look?: 'primary' | 'outlined' | 'quiet';
  type?: 'button' | 'submit';
  onPress?: () => void;
  /** Disabled, but focusable. */
  isOff?: boolean;
  isPressed?: boolean | undefined;
  /** Text outside the accessible name: a clock in the name would change it each second. */
  aside?: string | null;
  describedBy?: string | undefined;
  className?: string;
  ref?: Ref<HTMLButtonElement>;
}>;

/** Uses `aria-disabled` to keep the focus (WCAG 2.4.3). */
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

export function ignoreRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
