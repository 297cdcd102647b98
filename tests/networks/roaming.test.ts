/**
 * The computer gets another address, route or interface (another network, a VPN, a docking station) while it counts as
 * online: no packet says that the connections of before lead nowhere. In network namespaces.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { dirname, join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { LAUNCHER, skipped as withoutElectron } from '../gate/support/gate.ts';
import { Program } from '../gate/support/program.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { writeConfig } from '../lab/written-config.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../support/login/person.ts';
import { startMiddlebox, type Front } from './support/fronts.ts';
import { addressOn, SERVICE, TwoLinks, withoutNamespaces } from './support/namespaces.ts';

const USER = 'push-only';
/** From the change to the statement that an approval may have been missed, which follows the new subscription. */
const LISTENS_WITHIN_MS = 3000;

const CHANGES: Readonly<Record<'address' | 'route' | 'interface', readonly string[]>> = {
  address: [
    'addr del 10.199.1.2/24 dev eth1',
    'addr add 10.199.1.3/24 dev eth1',
    'route add default via 10.199.1.1',
  ],
  // Both addresses stay (begun below).
  route: ['route replace default via 10.199.2.1'],
  interface: [...addressOn('2'), 'route replace default via 10.199.2.1'],
};
/** Before the login: the second link, unused. */
const BEFORE: Partial<Record<keyof typeof CHANGES, readonly string[]>> = {
  route: addressOn('2'),
};
const ROWS = (['address', 'route', 'interface'] as const).flatMap((change) =>
  ([['polling'], ['websocket']] as const).map(([transport]) => ({ change, transport })),
);

const skipped = withoutElectron || withoutNamespaces();

describe.skipIf(skipped !== '')(
  `a change of the network path${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const links = new TwoLinks(`gatehouse-${String(process.pid)}`);
    const authority = makeAuthority({ commonName: 'Company Root' });
    const { key, pem: cert } = issue(authority, { names: [SERVICE] });
    let emulator: Emulator;
    let person: Person;
    let middlebox: Front;
    let front: Server;
    let port = 0;

    beforeAll(async () => {
      links.open();
      emulator = await startEmulator();
      person = personAt(emulator.url);
      middlebox = await startMiddlebox({ port: emulator.port }, {});
      const socket = join(makeSandboxFolder('socket-'), 'front');
      front = createServer({ key, cert }, (client) => {
        const upstream = connectTcp(middlebox.port, '127.0.0.1');
        for (const end of [client, upstream]) {
          end.on('error', () => undefined);
          end.on('close', () => {
            client.destroy();
            upstream.destroy();
          });
        }
        client.pipe(upstream).pipe(client);
      });
      await new Promise<void>((resolve) => front.listen(socket, resolve));
      port = await links.serve(socket);
    });
    afterAll(async () => {
      links.close();
      front.close();
      await middlebox.close();
      await emulator.close();
    });
    let program: Program | null = null;
    afterEach(() => {
      program?.signal('SIGTERM');
    });

    it.each(ROWS)(
      'listens again within three seconds of a change of the $change, over $transport',
      async (row) => {
        await person.reset();
        links.begin();
        links.change(...(BEFORE[row.change] ?? []));
        const config = writeConfig(
          { ...emulator, url: `https://${SERVICE}:${String(port)}` },
          {
            service: {
              caFile: 'authority.pem',
              proxy: 'direct',
              realtime: { transports: [row.transport] },
            },
          },
        );
        writeFileSync(join(dirname(config), 'authority.pem'), authority.pem, { mode: 0o644 });
        prepareForSandboxUser(dirname(config));
        const log = join(makeSandboxFolder('log-'), 'log.jsonl');
        const words = [
          'check',
          '--no-ui',
          '--json',
          '--user',
          USER,
          '--method',
          'push',
          '--timeout',
          '60',
        ];
        const started = new Program(
          links.inComputer([LAUNCHER, ...words, '--config', config, '--log-file', log]),
          { limitMs: 80_000 },
        );
        program = started;
        const { tid } = await person.delivered(USER, 'push');
        const waits = (): boolean =>
          existsSync(log) && readFileSync(log, 'utf8').includes('"to":"approval-pending"');
        await eventually('the wait for the approval', waits);
        links.change(...CHANGES[row.change]);
        const says = (): boolean => started.said().includes('an approval may have been missed');
        await eventually('the notice', says, LISTENS_WITHIN_MS, () => started.said());
        await person.approve(tid);
        const { code, stderr } = await started.ended;
        expect(code, stderr).toBe(0);
      },
    );
  },
);
