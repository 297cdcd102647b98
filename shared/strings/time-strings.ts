import type { Messages } from './messages.ts';

/** Times and numbers in words. */
export type TimeStrings = ReturnType<typeof timeStrings>;

const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

export function timeStrings({ language, say }: Messages) {
  /** Made when a number is first written: each takes milliseconds to make, and the first screen writes no number. */
  const format = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
    let made: Intl.NumberFormat | null = null;
    return (value) => (made ??= new Intl.NumberFormat(language, options)).format(value);
  };
  const wholeNumber = format({});
  const twoDigits = format({ minimumIntegerDigits: 2 });
  const inSeconds = format({ style: 'unit', unit: 'second', unitDisplay: 'long' });
  const inMinutes = format({ style: 'unit', unit: 'minute', unitDisplay: 'long' });

  /** A duration in milliseconds as "24 seconds" or, rounded up, "2 minutes". */
  const duration = (ms: number): string => {
    const total = wholeSeconds(ms);
    return total <= 60 ? inSeconds(total) : inMinutes(Math.ceil(total / 60));
  };
  return {
    duration,
    /** "Less than 2 minutes left", "24 seconds left". */
    timeLeft: (remainingMs: number): string => {
      const time = duration(remainingMs);
      return wholeSeconds(remainingMs) <= 60
        ? say('time.left', { time })
        : say('time.left-less-than', { time });
    },
    /** A duration in milliseconds as "0:24". */
    clock: (ms: number): string => {
      const total = wholeSeconds(ms);
      return `${wholeNumber(Math.floor(total / 60))}:${twoDigits(total % 60)}`;
    },
    /** A moment in milliseconds since 1970 as "2:05 PM". */
    timeOfDay: (epochMs: number): string =>
      new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' }).format(epochMs),
    /** How far this computer's clock is from the service's, in whole minutes and at least one. */
    minutesOff: (seconds: number): string =>
      duration(Math.max(1, Math.round(Math.abs(seconds) / 60)) * 60_000),
  };
}
