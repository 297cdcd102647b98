import type { Messages } from './messages.ts';

export type TimeStrings = ReturnType<typeof timeStrings>;

const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

export function timeStrings({ language, formatMessage }: Messages) {
  /**
   * A function that formats numbers. Its formatter is made at the first number, because making one
   * takes milliseconds, and the first screen has no number.
   */
  const format = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
    let formatter: Intl.NumberFormat | null = null;
    return (value) => (formatter ??= new Intl.NumberFormat(language, options)).format(value);
  };
  const wholeNumber = format({});
  const twoDigits = format({ minimumIntegerDigits: 2 });
  const inSeconds = format({ style: 'unit', unit: 'second', unitDisplay: 'long' });
  const inMinutes = format({ style: 'unit', unit: 'minute', unitDisplay: 'long' });

  /** Rounded up: "24 seconds" up to a minute, then "2 minutes". */
  const duration = (ms: number): string => {
    const total = wholeSeconds(ms);
    return total <= 60 ? inSeconds(total) : inMinutes(Math.ceil(total / 60));
  };
  return {
    duration,
    /** "24 seconds left", "Less than 2 minutes left". */
    timeLeft: (remainingMs: number): string => {
      const time = duration(remainingMs);
      return wholeSeconds(remainingMs) <= 60
        ? formatMessage('time.left', { time })
        : formatMessage('time.left-less-than', { time });
    },
    /** "0:24". */
    clock: (ms: number): string => {
      const total = wholeSeconds(ms);
      return `${wholeNumber(Math.floor(total / 60))}:${twoDigits(total % 60)}`;
    },
    /** "2:05 PM", from milliseconds since 1970. */
    timeOfDay: (epochMs: number): string =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(epochMs),
    /** The size of a difference of clocks, whatever its sign, in whole minutes and at least one. */
    minutesOff: (seconds: number): string =>
      duration(Math.max(1, Math.round(Math.abs(seconds) / 60)) * 60_000),
  };
}
