import type { Method } from '../../../../shared/service/methods.ts';
import type { Invariant } from '../invariant.ts';
import type { Asked, Attempt, Situation } from '../situation.ts';
import type { Entry } from '../history.ts';

/** Known state of an attempt's methods. */
type Known = { isHeard: boolean; readonly accepted: Set<Method>; wasOver: boolean };

export const I10_METHOD: Invariant = {
  name: 'I10',
  says: 'an outcome names the only method that was asked for; of several, one whose code was accepted before any approval',
  watch: (_rules, report) => {
    const attempts = new Map<Attempt, Known>();
    return (entry, before) => {
      const { attempt } = before;
      if (!attempt) return;
      const known = attempts.get(attempt) ?? {
        isHeard: false,
        accepted: new Set<Method>(),
        wasOver: false,
      };
      attempts.set(attempt, known);
      if (entry.what === 'view') known.wasOver = attempt.isOver;
      if (
        entry.what === 'event' &&
        entry.kind !== 'denied' &&
        before.attemptOn(entry.eventChannel) === attempt
      ) {
        known.isHeard = true;
      }
      if (entry.what === 'answer' && !known.isHeard) {
        const method = methodAccepted(entry, before);
        if (method !== null) known.accepted.add(method);
      }
      if (entry.what !== 'outcome') return;
      const { method, outcome } = entry.outcome;
      // An outcome after the end of its transaction may omit the method.
      if (method === null && known.wasOver) return;
      const asked = attempt.asked.filter(({ entry: { endpoint } }) => endpoint === 'methodSSH');
      const started = methodsOf(asked);
      const isUnchecked = outcome === 'bypassed' || outcome === 'allowed-unreachable';
      const fits = isUnchecked ? method === null : mayName(method, started, known.accepted);
      if (!fits)
        report(
          `the outcome says ${String(method)}, of ${[...started].join(' ') || 'none'} started`,
        );
    };
  },
};

function methodsOf(asked: readonly Asked[]): ReadonlySet<Method> {
  return new Set(asked.flatMap(({ entry: { method } }) => (method === null ? [] : [method])));
}

function mayName(
  method: Method | null,
  started: ReadonlySet<Method>,
  accepted: ReadonlySet<Method>,
): boolean {
  if (started.size === 1) return method !== null && started.has(method);
  if (started.size === 0 || accepted.size === 0) return method === null;
  return method !== null && accepted.has(method);
}

/** The method of the code that the answer accepts; null if it accepts no code. */
function methodAccepted(
  { request, answer }: Extract<Entry, { what: 'answer' }>,
  { requests, attempt }: Situation,
): Method | null {
  const asked = requests.get(request);
  if (!asked || asked.end !== null || asked.attempt !== attempt || answer.kind !== 'good')
    return null;
  const isCode = ['confirmCode', 'confirmSecurityKeySSH'].includes(asked.entry.endpoint);
  return isCode ? (attempt?.choice?.entry.method ?? null) : null;
}
