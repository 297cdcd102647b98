import type { Entry } from '../history.ts';
import type { Invariant } from '../invariant.ts';
import { isToBeTried, type Asked, type Attempt, type Situation } from '../situation.ts';
import { sameName } from './i1-allowed.ts';

/** Something that must happen by a time. */
type Duty = Readonly<{ byMs: number; attempt: Attempt; text: string }>;

export const I5_PROMPT: Invariant = {
  name: 'I5',
  says: 'an approval that reached the process is checked at once, and a good check shows success at once',
  watch: ({ toleranceMs }, report) => {
    let success: Duty | null = null;
    let check: Duty | null = null;
    return (entry, before) => {
      if (entry.what === 'approved' || entry.what === 'log') return;
      for (const duty of [success, check]) {
        if (!duty || duty.attempt.isOver || entry.atMs <= duty.byMs) continue;
        report(duty.text);
        if (duty === success) success = null;
        else check = null;
      }
      // The person may have left at the same moment.
      if (entry.what === 'act') success = null;
      if (success && entry.what === 'view' && entry.view.screen === 'failed') {
        report('good credentials, and a failure');
        success = null;
      }
      const { attempt } = before;
      if (!attempt || attempt.isOver) return;
      const byMs = entry.atMs + toleranceMs;
      if (entry.what === 'answer' && isProof(entry, before)) {
        success ??= { byMs, attempt, text: 'good credentials, and no success' };
      }
      const waiting = unsent(entry, before, attempt);
      if (waiting === null) check = null;
      else if (check?.attempt !== attempt)
        check = { byMs, attempt, text: `${waiting} is not checked` };
    };
  },
};

/** A good answer to a request for a token of this attempt, with its username. */
function isProof(
  entry: Extract<Entry, { what: 'answer' }>,
  { requests, attempt }: Situation,
): boolean {
  const asked = requests.get(entry.request);
  const { answer } = entry;
  if (!asked || asked.end !== null || asked.attempt !== attempt || answer.kind !== 'good')
    return false;
  return (
    asked.entry.endpoint === 'credentials' &&
    sameName(answer.username ?? '', attempt?.username ?? '')
  );
}

/**
 * The first token of an attempt that should be sent after this entry: it was heard, was never sent,
 * no other token is being checked, and the service did not demand a pause.
 */
function unsent(entry: Entry, before: Situation, attempt: Attempt): string | null {
  const isOwnEvent = entry.what === 'event' && before.attemptOn(entry.eventChannel) === attempt;
  const isNew = isOwnEvent && entry.token !== null && isToBeTried(attempt, entry.token);
  const isBack = entry.what === 'callback' && entry.tid === attempt.tid && !attempt.isBack;
  const added = isNew || isBack ? entry.token : null;
  const heard = added === null ? attempt.tokens : [...attempt.tokens, added];
  const checks = attempt.asked.filter((asked) => asked.entry.endpoint === 'credentials');
  const sent = new Set(checks.map((asked) => asked.entry.token));
  if (entry.what === 'request' && entry.endpoint === 'credentials') return null;
  const isChecking = checks.some(
    (asked) =>
      asked.end === null && !(entry.what === 'answer' && entry.request === asked.entry.request),
  );
  if (isChecking || checks.some(isTooMany) || (entry.what === 'answer' && isTooManyIn(entry)))
    return null;
  return heard.find((token) => !sent.has(token)) ?? null;
}

function isTooMany({ end }: Asked): boolean {
  return (
    end !== null && end !== 'aborted' && end.kind === 'failure' && end.failure.kind === 'too-many'
  );
}

function isTooManyIn({ answer }: Extract<Entry, { what: 'answer' }>): boolean {
  return answer.kind === 'failure' && answer.failure.kind === 'too-many';
}
