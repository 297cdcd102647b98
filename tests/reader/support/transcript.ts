import type { Utterance } from './orca-log.ts';

/** One act of a person or of the service, and Orca's speech until the next. */
export type Step = Readonly<{
  /** The act's text in the transcript. */
  act: string;
  /** The screen that the act led to; null where the screen stayed. */
  screen: Screen | null;
  heard: readonly Utterance[];
}>;

/** A screen as it is to be heard: its heading, then its instruction. */
export type Screen = Readonly<{ heading: string; instruction: string }>;

/**
 * Orca's own words about the page, unrelated to the login, in English and in German. Orca announces
 * that a page has loaded, and its counts of that page or of the one around it, depending on the
 * order of events.
 */
const CHATTER = [
  /^(?:clickable|Focus mode|Browse mode|leaving [a-z ]+|main content|banner)\.?$/,
  /^(?:Loading\. Please wait|Finished loading .+|Page has \d.+)\.?$/,
  /^(?:klickbar|Fokus-Modus|Stöbern-Modus|(?:[A-Z][\p{L} ]+ )?(?:wird|werden) verlassen|Hauptinhalt|Banner)\.?$/u,
  /^(?:Es wird geladen\. Bitte warten|Laden von .+ abgeschlossen|Seite hat \d.+)\.?$/,
];
const CUT = '(cut off)';

/** The placeholder for an address of this computer. */
export const LOCAL_ADDRESS = '127.0.0.1:PORT';

/** Text that differs from run to run, and its placeholder. */
const VARIES: readonly (readonly [RegExp, string])[] = [
  [/\b127\.0\.0\.1:\d+/g, LOCAL_ADDRESS],
  [/\/(process|deny)\/[\w-]+/g, '/$1/ID'],
  [/\b\d+ seconds?\b/g, 'N seconds'],
  [/\b\d+ Sekunden?\b/g, 'N Sekunden'],
  [/\b\d{1,2}:\d\d\b(?: [AP]M)?/g, 'H:MM'],
  [/\+\d\d\*+\d\d\b/g, '+NN****NN'],
];

/** The window's own name, which Orca says when the window gets the keyboard. */
const WINDOW = / (?:frame|Rahmen)\.$/;
/** The start of that name where the window opened before its page, as it does on a busy computer. */
const WITHOUT_PAGE = /^(?=Gatehouse (?:frame|Rahmen)\.$)/;

/** The speech of a step, normalised: one line for each utterance that is not Orca's own chatter. */
function linesOf(heard: readonly Utterance[]): readonly string[] {
  const lines = heard
    .map((text) => (text === null ? CUT : normalised(text)))
    .filter((line) => line !== '' && !CHATTER.some((words) => words.test(line)));
  // Drop cut-offs at the start: they belong to the step before, which the person's key cut off.
  const first = lines.findIndex((line) => line !== CUT);
  return first < 0 ? [] : lines.slice(first);
}

function normalised(text: string): string {
  const varied = VARIES.reduce((changed, [what, to]) => changed.replace(what, to), text);
  // The landmark's role comes before its name.
  return varied
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:main content|Hauptinhalt) (?=\S)/, '');
}

/** A scenario as its file holds it. */
export function transcriptOf(about: string, steps: readonly Step[]): string {
  const parts = steps.map(({ act, screen, heard }) => {
    const { heading } = screen ?? { heading: '' };
    const lines = linesOf(heard).map(
      (line) => `    ${line.replace(WITHOUT_PAGE, `${heading} – `)}`,
    );
    return [`> ${act}${heading && ` -> ${heading}`}`, ...lines].join('\n');
  });
  return `${about}\n\n${parts.join('\n\n')}\n`;
}

/**
 * The faults of the speech, in words; empty if every screen is said once, whole, heading first.
 *
 * @param foreign sentences of another language, which must not be heard
 */
export function faultsOf(
  steps: readonly Step[],
  foreign: readonly string[] = [],
): readonly string[] {
  return steps.flatMap((step) => [
    ...screenFaults(step),
    ...repeated(step),
    ...inForeign(step, foreign),
  ]);
}

function inForeign({ act, heard }: Step, foreign: readonly string[]): readonly string[] {
  const lines = linesOf(heard);
  return foreign
    .filter((sentence) => lines.some((line) => line.includes(sentence)))
    .map((sentence) => `${act}: "${sentence}" is said in another language`);
}

function screenFaults({ act, screen, heard }: Step): readonly string[] {
  if (screen === null) return [];
  const lines = linesOf(heard).filter((line) => !WINDOW.test(line));
  const whole = lines.join(' ');
  const { heading, instruction } = screen;
  if (lines.length === 0) return [`${act}: "${heading}" is silent`];
  if (!whole.includes(heading)) return [`${act}: the heading "${heading}" is not said`];
  const faults: string[] = [];
  if (!lines[0]?.includes(heading))
    faults.push(`${act}: "${String(lines[0])}" is said before the heading "${heading}"`);
  const at = whole.indexOf(instruction);
  if (at < 0) faults.push(`${act}: what to do ("${instruction}") is not said`);
  return faults;
}

/** Sentences that are said more than once in a step. */
function repeated({ act, heard }: Step): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  const lines = linesOf(heard).filter((line) => !WINDOW.test(line));
  for (const sentence of lines.flatMap(sentencesOf)) {
    if (seen.has(sentence)) twice.add(sentence);
    seen.add(sentence);
  }
  return [...twice].map((sentence) => `${act}: "${sentence}" is said twice`);
}

function sentencesOf(line: string): readonly string[] {
  return line
    .split(/(?<=[.!?…])\s+/)
    .map((sentence) => sentence.replace(/[.…]$/, '').trim())
    .filter((sentence) => sentence !== '' && sentence !== CUT);
}
