/**
 * Parser of Orca's debug file. Pure: the input is the file's text.
 *
 * Orca writes a line for each event that it queues and takes from its queue, for each message of a
 * live region that it holds back, and for everything that it says. Speech about keys has a space
 * before its brace.
 */

/**
 * Something that Orca said, or that it stopped speaking by itself (null), not because a key was
 * pressed.
 */
export type Utterance = string | null;

const SPEECH = /^[\d:.]+ - SPEECH OUTPUT: '(.*)'(?: voice=\w+)?\{/s;
const ENTRY = /^(?=\d\d:\d\d:\d\d\.\d{6} - )/m;
const KEY_STARTS = /^vvvvv PROCESS ATSPI_KEY/m;
const KEY_ENDS = /^\^{5} PROCESS ATSPI_KEY/m;

/** The utterances, in order. Echoes of keys are left out. */
export function utterances(log: string): readonly Utterance[] {
  const heard: Utterance[] = [];
  let isKey = false;
  for (const entry of log.split(ENTRY)) {
    const text = SPEECH.exec(entry)?.[1];
    // eSpeak says a word with a soft hyphen as without.
    if (text !== undefined) heard.push(text.replaceAll('\u00ad', ''));
    if (!isKey && entry.includes(' - DEFAULT: Interrupting presentation')) heard.push(null);
    // The marks stand at the end of an entry, after its own line.
    if (KEY_STARTS.test(entry)) isKey = true;
    if (KEY_ENDS.test(entry)) isKey = false;
  }
  return heard;
}

/** Whether Orca has taken everything from its queue and is not at work on anything. */
export function isIdle(log: string): boolean {
  const count = (text: string): number => log.split(text).length - 1;
  // In a flood of events Orca drops unneeded ones.
  const dropped = [...log.matchAll(/EVENT MANAGER: (\d+) events pruned/g)];
  const done = dropped.reduce(
    (sum, [, many]) => sum + Number(many),
    count('EVENT MANAGER: Dequeued '),
  );
  return (
    count('EVENT MANAGER: Queueing ') <= done &&
    log.lastIndexOf('\nvvvvv ') <= log.lastIndexOf('\n^^^^^ ')
  );
}

/** Whether Orca has taken notice that a page with this in its title has loaded. */
export function hasLoaded(log: string, title: string): boolean {
  return [...log.matchAll(/EVENT MANAGER: Dequeued document:load-complete \[([^\]]*)\]/g)].some(
    ([, page]) => page?.includes(title),
  );
}

/** The object that got the focus last, as `role | name`; undefined without one. */
export function lastFocused(log: string): string | undefined {
  const found = [...log.matchAll(/object:state-changed:focused for \[([^\]]*)\] in .* \(1, /g)];
  return found.at(-1)?.[1];
}

/** Orca's events, decisions and speech for the program, to find the cause of missing speech. */
export function summaryOf(log: string): string {
  return log
    .split('\n')
    .filter((line) =>
      /SPEECH OUTPUT|EVENT MANAGER: (?!Dequeued)|LIVE REGION|Interrupting| - WEB: .*(?:live|Zombie|page switch|tab)|Traceback|Error/.test(
        line,
      ),
    )
    .map((line) => line.slice(0, 200))
    .join('\n');
}
