import { describe, expect, it, onTestFinished } from 'vitest';
import { LoginRun } from '../../support/login/login-run.ts';
import { personAt } from '../../../lab/person.ts';
import { startStickyBalancer, type StickyBalancer } from '../../support/network/sticky-balancer.ts';

type Transports = readonly ('polling' | 'websocket')[];

async function begin(
  realtime: 'v4' | 'v2',
  transports: Transports,
  options: Parameters<typeof startStickyBalancer>[1] = {},
): Promise<Readonly<{ balancer: StickyBalancer; run: LoginRun; tid: string }>> {
  const balancer = await startStickyBalancer({ realtime }, options);
  onTestFinished(() => balancer.close());
  const run = new LoginRun(balancer, { realtime: { transports: [...transports] } });
  onTestFinished(() => {
    run.close();
  });
  run.submitUsername('push-only');
  await run.screen('methods');
  run.login.dispatch({ type: 'choose-method', method: 'push' });
  await run.screen('approval');
  const { tid } = await personAt(balancer.first.url).delivered('push-only', 'push');
  return { balancer, run, tid };
}

const of = ({ requests }: StickyBalancer, kind: 'call' | 'poll' | 'websocket') =>
  requests.filter((request) => request.kind === kind);

describe.each(['v4', 'v2'] as const)(
  'a balancer that keeps connections to %s servers by a cookie',
  (realtime) => {
    it.each([
      ['polling alone', ['polling'], {}],
      ['polling, as it blocks websockets', ['polling', 'websocket'], { blocksWebSockets: true }],
    ] as const)(
      'lets in behind a balancer with a cookie by %s',
      async (_what, transports, options) => {
        const { balancer, run, tid } = await begin(realtime, transports, options);
        await balancer.approve(tid);
        expect(await run.screen('succeeded')).toMatchObject({ outcome: 'confirmed' });
        const [handshake, ...polls] = of(balancer, 'poll');
        expect(handshake).toMatchObject({ cookie: null, server: 'second', status: 200 });
        expect(new Set(polls.map(({ cookie, server }) => `${server} ${cookie ?? ''}`))).toEqual(
          new Set(['second SERVERID=second; route=1']),
        );
      },
    );

    it('sends the cookie of the balancer with the websocket of an upgrade', async () => {
      const { balancer, run, tid } = await begin(realtime, ['polling', 'websocket']);
      await balancer.approve(tid);
      await run.screen('succeeded');
      expect(of(balancer, 'websocket')).toEqual([
        { kind: 'websocket', cookie: 'SERVERID=second; route=1', server: 'second', status: 101 },
      ]);
    });

    it('sends no cookie of the balancer with a call, or with the start of another connection (SEC-116)', async () => {
      const { balancer, run, tid } = await begin(realtime, ['polling']);
      balancer.drop();
      await run.until(
        'the gap to be told',
        (view) => view.screen === 'approval' && view.notice !== null,
      );
      await balancer.approve(tid);
      await run.screen('succeeded');
      expect(of(balancer, 'call').map(({ cookie }) => cookie)).toEqual([null, null, null]);
      const starts = of(balancer, 'poll').filter(({ cookie }) => cookie === null);
      expect(starts.map(({ server, status }) => [server, status])).toEqual([
        ['second', 200],
        ['first', 200],
      ]);
    });
  },
);
