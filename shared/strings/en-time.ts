const LANGUAGE = 'en';
/** Made when a number is first written: each takes milliseconds to make, and the first screen writes none. */
const wholeNumber = format({});
const twoDigits = format({ minimumIntegerDigits: 2 });
const inSeconds = format({ style: 'unit', unit: 'second', unitDisplay: 'long' });
const inMinutes = format({ style: 'unit', unit: 'minute', unitDisplay: 'long' });

function format(options: Intl.NumberFormatOptions): (value: number) => string {
  let made: Intl.NumberFormat | null = null;
  return (value) => (made ??= new Intl.NumberFormat(LANGUAGE, options)).format(value);
}

const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** How long a code is: "6 digits". */
export function digits(count: number): string {
  return `${wholeNumber(count)} ${new Intl.PluralRules(LANGUAGE).select(count) === 'one' ? 'digit' : 'digits'}`;
}

/** A duration in milliseconds as "24 seconds" or, rounded up, "2 minutes". */
export function duration(ms: number): string {
  const total = wholeSeconds(ms);
  return total <= 60 ? inSeconds(total) : inMinutes(Math.ceil(total / 60));
}

/** "Less than 2 minutes left", "24 seconds left". */
export function timeLeft(remainingMs: number): string {
  return wholeSeconds(remainingMs) <= 60
    ? `${duration(remainingMs)} left`
    : `Less than ${duration(remainingMs)} left`;
}

/** A duration in milliseconds as "0:24". */
export function clock(ms: number): string {
  const total = wholeSeconds(ms);
  return `${wholeNumber(Math.floor(total / 60))}:${twoDigits(total % 60)}`;
}

/** How far this computer's clock is from the service's, in seconds; positive: "2 minutes behind". */
export function clockOff(seconds: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / 60));
  return `${duration(minutes * 60_000)} ${seconds > 0 ? 'behind' : 'ahead'}`;
}
