import { expect, test } from 'vitest';
import type { Entry, History } from '../support/history/history.ts';
import { isTimeUp } from '../../shared/login/login-view.ts';
import { checkHistories, planFromEnvironment } from './harness.ts';

const HOURS_MS = 4 * 3_600_000;
const PROGRESS = 100_000;

/** What a run must have met for the count to mean something. */
const MUST_MEET = [
  'outcome confirmed',
  'outcome bypassed',
  'outcome allowed-unreachable',
  'outcome denied',
  'outcome not-now',
  'outcome cancelled',
  'outcome unreachable',
  'outcome protocol',
  'outcome usage',
  'notice possibly-missed',
  'notice code-accepted-no-event',
  'notice approval-refused',
  'failed other-username',
  'failed denied-by-person',
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
];

test('random histories keep every invariant', { timeout: HOURS_MS }, async () => {
  const plan = planFromEnvironment(20_000);
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
      for (const what of new Set(meetings(history))) met.set(what, (met.get(what) ?? 0) + 1);
    },
  });
  if (plan.path !== undefined) return;
  const seconds = (performance.now() - startedAtMs) / 1000;
  const rate = Math.round(plan.count / seconds);
  console.log(
    `${plan.count} random histories from seed ${plan.seed}: ${entries} entries, no violation, ` +
      `${seconds.toFixed(1)} s, ${rate} a second`,
  );
  console.log(
    [...met]
      .sort(([, left], [, right]) => right - left)
      .map(([what, times]) => `${times} ${what}`)
      .join(', '),
  );
  expect(MUST_MEET.filter((what) => !met.has(what))).toEqual([]);
});

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
        how ?? (asked.size > 1 ? 'a success after two methods, by a code' : 'a success by the only method'),
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
  if (entry.view.screen === 'failed') return `failed ${entry.view.code}`;
  return 'notice' in entry.view && entry.view.notice ? `notice ${entry.view.notice.kind}` : null;
}
