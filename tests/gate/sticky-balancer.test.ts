/** The real program behind a load balancer that keeps connections of the event channel on one server by a cookie. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { reportSchema } from '../../shared/doctor/report.ts';
import { writeConfig } from '../lab/written-config.ts';
import { eventually } from '../support/eventually.ts';
import { personAt } from '../support/login/person.ts';
import { startStickyBalancer, type StickyBalancer } from '../support/network/sticky-balancer.ts';
import { LAUNCHER, MARK, skipped } from './support/gate.ts';
import { ELECTRON, NODE } from './support/hosts.ts';
import { Program, run } from './support/program.ts';

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
      const file = writeConfig(balancer, { service: { realtime: { transports } } }, host);
      const words = ['--no-ui', '--method', 'push', '--user', 'push-only', '--', 'echo', MARK];
      const program = new Program([LAUNCHER, '--config', file, ...words], { env: host.env });
      const { tid } = await personAt(balancer.first.url).delivered('push-only', 'push');
      const upgrades = (): readonly number[] =>
        balancer.requests.filter(({ kind }) => kind === 'websocket').map(({ status }) => status);
      await eventually(
        'the upgrade to be tried',
        () => transports.length === 1 || (upgrades()[0] ?? 0) > 0,
      );
      await balancer.approve(tid);
      const ended = await program.ended;
      expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([0, `${MARK}\n`]);
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
