import { expect, it } from 'vitest';
import type { Entry, History } from '../support/history/history.ts';
import { isTimeUp } from '../../shared/login/view/login-view.ts';
import { checkHistories, planFromEnvironment } from './harness.ts';

const HOURS_MS = 4 * 3_600_000;
const PROGRESS = 100_000;

const OUTCOMES = [
  'outcome confirmed',
  'outcome bypassed',
  'outcome allowed-unreachable',
  'outcome denied',
  'outcome not-now',
  'outcome cancelled',
  'outcome unreachable',
  'outcome protocol',
];

/** Events that a run must have met for the count to be meaningful. */
const MUST_MEET = [
  ...OUTCOMES,
  'outcome usage',
  'notice possibly-missed',
  'notice code-accepted-no-event',
  'notice approval-refused',
  'failed other-username',
  'failed denied-by-person',
  'failed not-started-by-person',
  'problem too-short',
  'others offered',
  'a loss that is said',
  'failed timed-out',
  'failed login-timed-out',
  'failed realtime-unreachable',
  'failed by the limit of the caller',
  'a token sent twice',
  'an approval before its answer',
  'a sleep',
  'an event without a token',
  'a success by an unknown method',
  'a success after two methods, by a code',
  'a code beside a push',
];

/** The same of a prompt-capable application. */
const MUST_MEET_HOSTED = [
  ...OUTCOMES,
  'outcome misconfigured',
  'failed other-username',
  'failed expired',
  'failed hosted-page-failed',
  'failed application-promptless',
  'failed login-timed-out',
  'failed by the limit of the caller',
  'callback ok',
  'callback cancel',
  'callback error',
  'callback unknown',
  'callback malformed',
  'callback twice',
  'callback of an end',
  'an approval that did not come back',
  'a token sent twice',
  'a browser that did not start',
  'a sleep',
];

it('keeps every invariant in random histories', { timeout: HOURS_MS }, async () => {
  await keepEveryInvariant(planFromEnvironment(20_000), meetings, MUST_MEET);
});

it(
  'keeps every invariant in random histories of a prompt-capable application',
  { timeout: HOURS_MS },
  async () => {
    await keepEveryInvariant(
      planFromEnvironment(5_000, 'prompt'),
      hostedMeetings,
      MUST_MEET_HOSTED,
    );
  },
);

async function keepEveryInvariant(
  plan: ReturnType<typeof planFromEnvironment>,
  meetingsOf: (history: History) => readonly string[],
  mustMeet: readonly string[],
): Promise<void> {
  if (plan === null) return;
  const met = new Map<string, number>();
  let entries = 0;
  let done = 0;
  const startedAtMs = performance.now();
  await checkHistories({
    ...plan,
    onHistory: (history) => {
      done += 1;
      if (done % PROGRESS === 0) console.log(`${done} of ${plan.count}, no violation so far`);
      entries += history.entries.length;
      for (const what of new Set(meetingsOf(history))) met.set(what, (met.get(what) ?? 0) + 1);
    },
  });
  if (plan.path !== undefined) return;
  const seconds = (performance.now() - startedAtMs) / 1000;
  const rate = Math.round(plan.count / seconds);
  console.log(
    `${plan.count} random histories (${plan.type}) from seed ${plan.seed}: ${entries} entries, no violation, ` +
      `${seconds.toFixed(1)} s, ${rate} a second`,
  );
  console.log(
    [...met]
      .sort(([, left], [, right]) => right - left)
      .map(([what, times]) => `${times} ${what}`)
      .join(', '),
  );
  expect(mustMeet.filter((what) => !met.has(what))).toEqual([]);
}

function hostedMeetings(history: History): readonly string[] {
  const sent = new Set<string>();
  const back = new Set<string>();
  const approved = new Set<string>();
  let isEnded = true;
  const met = history.entries.flatMap((entry): string | readonly string[] => {
    if (entry.what === 'view') {
      isEnded = entry.view.screen !== 'hosted-page' || entry.view.purpose !== 'verify';
      if (entry.view.screen === 'hosted-page' && entry.view.isUnopened)
        return 'a browser that did not start';
    }
    if (entry.what === 'approved') approved.add(entry.token);
    if (entry.what === 'callback') {
      const { state, tid, token } = entry;
      if (token !== null) approved.delete(token);
      const again = back.has(tid) ? ['callback twice'] : [];
      back.add(tid);
      return [`callback ${state}`, ...again, ...(isEnded ? ['callback of an end'] : [])];
    }
    if (entry.what === 'request' && entry.endpoint === 'credentials' && entry.token !== null) {
      return sent.has(entry.token) ? 'a token sent twice' : (sent.add(entry.token), []);
    }
    return meetingIn(entry) ?? [];
  });
  return approved.size === 0 ? met : [...met, 'an approval that did not come back'];
}

function meetings(history: History): readonly string[] {
  const sent = new Set<string>();
  const asked = new Set<string>();
  let isAsking = false;
  return history.entries.flatMap((entry) => {
    if (entry.what === 'request') isAsking = entry.endpoint === 'methodSSH';
    if (entry.what === 'answer') isAsking = false;
    if (entry.what === 'approved' && isAsking) return 'an approval before its answer';
    if (entry.what === 'request' && entry.endpoint === 'credentials' && entry.token !== null) {
      return sent.has(entry.token) ? 'a token sent twice' : (sent.add(entry.token), []);
    }
    if (entry.what === 'request' && entry.method !== null) asked.add(entry.method);
    if (entry.what === 'request' && entry.endpoint === 'init') asked.clear();
    if (entry.what === 'outcome' && entry.outcome.outcome === 'confirmed') {
      const how = entry.outcome.method === null ? 'a success by an unknown method' : null;
      return [
        'outcome confirmed',
        how ??
          (asked.size > 1
            ? 'a success after two methods, by a code'
            : 'a success by the only method'),
      ];
    }
    return meetingIn(entry) ?? [];
  });
}

function meetingIn(entry: Entry): string | null {
  if (entry.what === 'outcome') return `outcome ${entry.outcome.outcome}`;
  if (entry.what === 'event' && entry.kind === 'unreadable') return 'an event without a token';
  if (entry.what === 'woke') return 'a sleep';
  if (entry.what !== 'view') return null;
  if (isTimeUp(entry.view)) return 'failed by the limit of the caller';
  if (entry.view.screen === 'code' && entry.view.isStarting) return 'a code beside a push';
  if (entry.view.screen === 'failed') return `failed ${entry.view.code}`;
  if ('problem' in entry.view && entry.view.problem !== null && entry.view.screen !== 'username') {
    return `problem ${entry.view.problem.kind}`;
  }
  if (entry.view.screen === 'approval' && entry.view.areOthersOffered) return 'others offered';
  if ('link' in entry.view && entry.view.link === 'reconnecting') return 'a loss that is said';
  return 'notice' in entry.view && entry.view.notice ? `notice ${entry.view.notice.kind}` : null;
}
