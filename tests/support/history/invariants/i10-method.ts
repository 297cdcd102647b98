import type { Method } from '../../../../shared/service/methods.ts';
import type { Invariant } from '../invariant.ts';
import type { Asked, Attempt, Situation } from '../situation.ts';
import type { Entry } from '../history.ts';

/** What is known of an attempt's methods. */
type Known = { isHeard: boolean; readonly accepted: Set<Method> };

export const I10_METHOD: Invariant = {
  name: 'I10',
  says: 'an outcome names the only method that was started; of several, one whose code was accepted before any approval',
  watch: (_rules, report) => {
    const attempts = new Map<Attempt, Known>();
    return (entry, before) => {
      const { attempt } = before;
      if (!attempt) return;
      const known = attempts.get(attempt) ?? { isHeard: false, accepted: new Set<Method>() };
      attempts.set(attempt, known);
      if (entry.what === 'event' && entry.kind !== 'denied' && before.attemptOn(entry.listener) === attempt) {
        known.isHeard = true;
      }
      if (entry.what === 'answer' && !known.isHeard) {
        const method = methodAccepted(entry, before);
        if (method !== null) known.accepted.add(method);
      }
      if (entry.what !== 'outcome') return;
      const { method } = entry.outcome;
      const asked = attempt.asked.filter(({ entry: { endpoint } }) => endpoint === 'methodSSH');
      const all = new Set(asked.map(({ entry: { method: one } }) => one));
      const started = new Set(asked.filter(isStarted).map(({ entry: { method: one } }) => one));
      // A refusal may name the only one that was asked for, which the service refused to start.
      if ('reason' in entry.outcome && all.size === 1 && method !== null && all.has(method)) return;
      // What ended after its transaction names nothing that it no longer knows.
      if (method === null && attempt.isOver) return;
      const fits =
        started.size === 1
          ? method !== null && started.has(method)
          : known.accepted.size === 0 || started.size === 0
            ? method === null
            : method !== null && known.accepted.has(method);
      if (!fits) report(`the outcome says ${String(method)}, of ${[...started].join(' ') || 'none'} started`);
    };
  },
};

/** Not refused by the service itself. */
function isStarted({ end }: Asked): boolean {
  const failure = end !== null && end !== 'aborted' && end.kind === 'failure' ? end.failure : null;
  return failure?.kind !== 'exception' && failure?.kind !== 'too-many';
}

/** The method whose code an answer says is right; null where it says nothing of the kind. */
function methodAccepted(
  { request, answer }: Extract<Entry, { what: 'answer' }>,
  { requests, attempt }: Situation,
): Method | null {
  const asked = requests.get(request);
  if (!asked || asked.end !== null || asked.attempt !== attempt || answer.kind !== 'good') return null;
  const isCode = ['confirmCode', 'confirmSecurityKeySSH'].includes(asked.entry.endpoint);
  return isCode ? (attempt?.choice?.entry.method ?? null) : null;
}
