import type { Answer, Rules } from '../history.ts';
import type { Invariant } from '../invariant.ts';
import type { Asked, Attempt } from '../situation.ts';

type Allowed = 'confirmed' | 'bypassed' | 'allowed-unreachable';

export const I1_ALLOWED: Invariant = {
  name: 'I1',
  says: 'allowed only after a confirm event and a good credentials answer for the same username, or a named exception; once',
  watch: (rules, report) => {
    const allowed = new Set<Attempt>();
    /** Sources of earlier answers in this login: the network path, or the service. */
    const heard = new Set<'path' | 'service'>();
    return (entry, { attempt, view, requests }) => {
      if (entry.what === 'answer' && requests.get(entry.request)?.end === null) {
        const who = answeredBy(entry.answer);
        if (who !== null) heard.add(who);
      }
      const shown = entry.what === 'view' && entry.view.screen === 'succeeded' ? entry.view : null;
      const outcome = entry.what === 'outcome' ? entry.outcome : null;
      const told =
        outcome && (outcome.kind === 'allowed' || isAllowed(outcome.outcome)) ? outcome : null;
      if (told && (told.kind !== 'allowed' || !isAllowed(told.outcome))) {
        report(`${told.outcome} is told as ${told.kind}`);
      }
      const success = shown ?? told;
      if (!success) return;
      if (!attempt) {
        report('allowed without a request');
        return;
      }
      // The same screen may be told again: after a sleep its times are.
      if (shown && attempt.isOver && view?.screen !== 'succeeded')
        report('allowed after the attempt was over');
      if (told && allowed.has(attempt)) report('allowed twice');
      if (told && (view?.screen !== 'succeeded' || view.outcome !== told.outcome)) {
        report(`the outcome is ${told.outcome}, the screen says ${view?.screen ?? 'nothing'}`);
      }
      if (told) allowed.add(attempt);
      const objection =
        success.outcome === 'allowed-unreachable' &&
        (heard.has('service') || (heard.has('path') && isSilent(attempt)))
          ? 'the service had answered in this login'
          : objectionTo(success.outcome as Allowed, success.username, attempt, rules);
      if (objection) report(`${success.outcome}: ${objection}`);
    };
  },
};

function isAllowed(outcome: string): outcome is Allowed {
  return ['confirmed', 'bypassed', 'allowed-unreachable'].includes(outcome);
}

function objectionTo(
  outcome: Allowed,
  username: string,
  attempt: Attempt,
  rules: Rules,
): string | null {
  switch (outcome) {
    case 'confirmed':
      return confirmedObjection(username, attempt);
    case 'bypassed':
      if (rules.policy.bypass !== 'allow') return 'the policy denies it';
      return isBypass(attempt.init.end) ? null : 'init did not say so';
    case 'allowed-unreachable':
      if (rules.policy.failMode !== 'allow-when-unreachable') return 'the policy denies it';
      if (attempt.choice) return 'a method had been chosen';
      return isUnreachable(attempt.init) ? null : 'init was answered';
    default:
      return 'no such outcome';
  }
}

function confirmedObjection(username: string, attempt: Attempt): string | null {
  const proofs = attempt.asked.filter(
    ({ entry, end }) =>
      entry.endpoint === 'credentials' && end !== null && end !== 'aborted' && end.kind === 'good',
  );
  if (proofs.length === 0) return 'no good credentials answer';
  const heard = proofs.filter(
    ({ entry }) => entry.token !== null && attempt.tokens.includes(entry.token),
  );
  if (heard.length === 0) return 'its token came in no event of this attempt';
  const names = heard
    .map(({ end }) => nameIn(end))
    .filter((name) => sameName(name, attempt.username));
  if (names.length === 0) return 'the credentials are of another username';
  return names.includes(username) ? null : 'the username is not the one of the credentials';
}

function nameIn(end: Asked['end']): string {
  return end !== null && end !== 'aborted' && end.kind === 'good' ? (end.username ?? '') : '';
}

/** Said here once more, and not taken from the product. */
export function sameName(left: string, right: string): boolean {
  const plain = (name: string): string => name.normalize('NFD').toLowerCase().normalize('NFC');
  return plain(left) === plain(right);
}

function isBypass(end: Asked['end']): boolean {
  const failure = failureIn(end);
  return (
    failure?.kind === 'exception' &&
    failure.exception === 'UserBypassedException' &&
    failure.code === 45
  );
}

/** No answer (pending and aborted requests included), or a service that is not well. */
function isUnreachable({ end }: Asked): boolean {
  return end === null || end === 'aborted' || isUnreachableBy(end);
}

function isUnreachableBy(end: Answer): boolean {
  const failure = failureIn(end);
  if (!failure) return false;
  if (failure.kind === 'status') return [500, 502, 503, 504].includes(failure.status);
  return failure.kind === 'network' || failure.kind === 'timeout';
}

function answeredBy(answer: Answer): 'path' | 'service' | null {
  if (isUnreachableBy(answer)) return null;
  const failure = failureIn(answer);
  return !failure || failure.kind === 'exception' || failure.kind === 'too-many'
    ? 'service'
    : 'path';
}

function isSilent({ init }: Attempt): boolean {
  return failureIn(init.end)?.kind !== 'status';
}

function failureIn(
  end: Answer | 'aborted' | null,
): Extract<Answer, { kind: 'failure' }>['failure'] | null {
  return end !== null && end !== 'aborted' && end.kind === 'failure' ? end.failure : null;
}
