import type { Method } from '../../../../shared/service/methods.ts';
import type { Answer, RequestEntry } from '../history.ts';
import type { Invariant } from '../invariant.ts';
import { LONGEST_PAUSE_MS, PAUSE_MS, SHORTEST_PAUSE_MS } from '../limits.ts';
import type { Situation } from '../situation.ts';

/** The calls that a method makes. */
const CALLS = ['methodSSH', 'confirmCode', 'confirmSecurityKeySSH'];

export const I12_PAUSE: Invariant = {
  name: 'I12',
  says: 'after too many attempts nothing is sent for that method until the pause of the service has passed, wherever the person was meanwhile in the same transaction',
  watch: (_rules, report) => {
    let untilMs = new Map<Method, number>();
    return (entry, before) => {
      if (entry.what === 'request' && entry.endpoint === 'init') untilMs = new Map();
      if (entry.what === 'request' && CALLS.includes(entry.endpoint)) {
        const method = methodOf(entry, before);
        if (method !== null && entry.atMs < (untilMs.get(method) ?? 0)) {
          report(`${entry.endpoint} for ${method} in the pause that the service wants`);
        }
      }
      if (entry.what !== 'answer') return;
      const asked = before.requests.get(entry.request);
      const pauseMs = pauseIn(entry.answer);
      if (!asked || asked.end !== null || asked.attempt !== before.attempt || pauseMs === null)
        return;
      const method = CALLS.includes(asked.entry.endpoint) ? methodOf(asked.entry, before) : null;
      if (method !== null)
        untilMs.set(method, Math.max(entry.atMs + pauseMs, untilMs.get(method) ?? 0));
    };
  },
};

/** A code is of the method that was chosen last. */
function methodOf(entry: RequestEntry, { attempt }: Situation): Method | null {
  return entry.method ?? attempt?.choice?.entry.method ?? null;
}

/** How long the service wants to be left alone; null where it does not. */
function pauseIn(answer: Answer): number | null {
  if (answer.kind !== 'failure' || answer.failure.kind !== 'too-many') return null;
  const { retryAfterMs } = answer.failure;
  return retryAfterMs === null
    ? PAUSE_MS
    : Math.min(Math.max(retryAfterMs, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
}
