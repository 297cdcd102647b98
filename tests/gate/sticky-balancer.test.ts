/**
 * The real program behind a load balancer that keeps connections of the event channel on one server
 * by a cookie.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportSchema } from '../../shared/doctor/report.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { here, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { personAt } from '../../lab/person.ts';
import { startStickyBalancer, type StickyBalancer } from '../support/network/sticky-balancer.ts';
import { run } from '../../lab/child-program.ts';
import { ELECTRON, NODE } from './support/hosts.ts';

async function balanced(
  options: Parameters<typeof startStickyBalancer>[1] = {},
): Promise<StickyBalancer> {
  const balancer = await startStickyBalancer({}, options);
  onTestFinished(() => balancer.close());
  return balancer;
}

describe.skipIf(skipped !== '')('a balancer that is sticky by a cookie', () => {
  it.each([
    ['polling alone', ELECTRON, ['polling'], {}],
    ['polling alone, in Node', NODE, ['polling'], {}],
    [
      'polling if it blocks websockets',
      ELECTRON,
      ['polling', 'websocket'],
      { blocksWebSockets: true },
    ],
    ['an upgrade to a websocket', ELECTRON, ['polling', 'websocket'], {}],
  ] as const)(
    'lets in behind a sticky balancer by %s, and sends no cookie with a call (SEC-116)',
    async (_what, host, transports, options) => {
      const balancer = await balanced(options);
      const behind = here({
        person: () => personAt(balancer.first.url),
        config: (changes) => writeConfig(balancer, changes, { owner: host }),
        host,
      });
      const running = await login(behind)
        .with({ service: { realtime: { transports } } })
        .start();
      const { tid } = await running.asked();
      const upgrades = (): readonly number[] =>
        balancer.requests.filter(({ kind }) => kind === 'websocket').map(({ status }) => status);
      await eventually(
        'the upgrade to be tried',
        () => transports.length === 1 || (upgrades()[0] ?? 0) > 0,
      );
      await balancer.approve(tid);
      await running.ends('confirmed');
      const cookiesOf = (wanted: string): readonly (string | null)[] =>
        balancer.requests.filter(({ kind }) => kind === wanted).map(({ cookie }) => cookie);
      expect(cookiesOf('call')).toEqual([null, null, null]);
      const [first, ...others] = cookiesOf('poll');
      expect([first, ...new Set(others)]).toEqual([null, 'SERVERID=second; route=1']);
      if (transports.length === 1) return;
      const status = 'blocksWebSockets' in options ? 403 : 101;
      expect(balancer.requests.filter(({ kind }) => kind === 'websocket')).toEqual([
        { kind: 'websocket', cookie: 'SERVERID=second; route=1', server: 'second', status },
      ]);
    },
  );

  it('finds no fault by the doctor in a sticky balancer, for polling alone', async () => {
    const balancer = await balanced();
    const realtime = { transports: ['polling'] };
    const file = writeConfig(balancer, { service: { realtime }, login: { username: 'given' } });
    const ended = await run([LAUNCHER, 'doctor', '--config', file, '--json']);
    const report = reportSchema.parse(JSON.parse(ended.stdout.toString()));
    expect([report.first, ended.code], ended.stderr).toEqual([null, 0]);
  });
});
