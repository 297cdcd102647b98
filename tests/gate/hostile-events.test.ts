/** The real program: packets of the event channel at which its client library fails. */
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../shared/doctor/report.ts';
import { checkout, skipped } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { NODE } from './support/hosts.ts';
import { run } from '../../lab/child-program.ts';

/** An event and a refusal without content. */
const BROKEN_PACKETS = ['2', '4'];

describe.skipIf(skipped !== '').each(['v4', 'v2'] as const)(
  'broken packets of a %s server',
  (realtime) => {
    const electron = checkout({ realtime });
    const withoutChromium = checkout({ realtime }, NODE);
    const ROWS = [
      ['polling', 'polling', electron],
      ['websocket', 'websocket', electron],
      ['polling, in Node', 'polling', withoutChromium],
    ] as const;

    it.each(ROWS)(
      'hears the approval behind broken packets over %s (SEC-115)',
      async (_what, transport, on) => {
        const emulator = on.emulator();
        await on.person().reset();
        const over = { service: { realtime: { transports: [transport] } } };
        const running = await login(on).with(over).start();
        const { tid } = await running.asked();
        for (const packet of BROKEN_PACKETS) {
          // A connection of an earlier test, over polling, may still be there too.
          const before = emulator.realtime.socketIds();
          emulator.faults.add([{ path: 'realtime', kind: 'packet-now', packet }]);
          await eventually('another connection that listens', () => {
            const isNew = emulator.realtime.socketIds().some((id) => !before.includes(id));
            return isNew && emulator.realtime.listenerCount(tid) === 1;
          });
        }
        await running.approve();
        await running.ends('confirmed');
      },
    );

    it.each(ROWS)(
      'lets in by an approval that came before broken packets over %s (SEC-115)',
      async (_what, transport, on) => {
        const { faults } = on.emulator();
        await on.person().reset();
        const over = { service: { realtime: { transports: [transport] } } };
        const running = await login(on).with(over).asked();
        faults.add([{ path: '/api/transaction/credentials', kind: 'delay', milliseconds: 2_000 }]);
        await running.approve();
        await eventually(
          'the approval to be checked',
          () => on.emulator().log.count('/api/transaction/credentials') > 0,
          20_000,
        );
        faults.add(
          BROKEN_PACKETS.map((packet) => ({ path: 'realtime', kind: 'packet-now', packet })),
        );
        await running.ends('confirmed');
      },
    );

    it.each([
      ['an event without content', '2', 'realtime-refused'],
      ['a refusal without content', '4', 'realtime-refused'],
    ])(
      'ends the doctor with its report when the first packet is %s (SEC-115)',
      async (_what, packet, code) => {
        expect(await doctorMeeting(packet)).toEqual({ code: 69, first: code });
      },
    );

    it('finds no fault by the doctor in a foreign event of 130,000 members (SEC-115)', async () => {
      const { code } = await doctorMeeting(`2["x"${',1'.repeat(130_000)}]`);
      expect(code).toBe(0);
    });

    /** Runs the doctor against a service that sends this packet first. */
    async function doctorMeeting(packet: string): Promise<{ code: unknown; first: unknown }> {
      await electron.person().reset();
      electron.emulator().faults.add([{ path: 'realtime', kind: 'packet-first', packet }]);
      try {
        const file = electron.config({ login: { username: 'given' } });
        const ended = await run([LAUNCHER, 'doctor', '--config', file, '--json']);
        const report = reportSchema.parse(JSON.parse(ended.stdout.toString()));
        return { code: ended.code, first: report.first };
      } finally {
        electron.emulator().faults.clear();
      }
    }
  },
);
