/**
 * The computer gets another address, route or interface (another network, a VPN, a docking station)
 * while it counts as online: no packet says that the connections of before lead nowhere. In network
 * namespaces.
 */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import type { Program } from '../../lab/child-program.ts';
import { makeSandboxFolder } from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { here, skipped as withoutElectron } from '../support/bench/here.ts';
import { LAUNCHER } from '../support/bench/launcher.ts';
import { check, type RunningLogin } from '../support/bench/login.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { startMiddlebox, startTlsFront, type Front } from './support/fronts.ts';
import {
  addressOn,
  SERVICE,
  TwoLinks,
  withoutNamespaces,
  type IpCommand,
} from './support/namespaces.ts';
import { listensAgain, waiting } from './support/waiting-login.ts';

/**
 * From the change to the statement that an approval may have been missed, which follows the new
 * subscription.
 */
const LISTENS_WITHIN_MS = 3000;

const CHANGES: Readonly<Record<'address' | 'route' | 'interface', readonly IpCommand[]>> = {
  address: [
    ['addr', 'del', '10.199.1.2/24', 'dev', 'eth1'],
    ['addr', 'add', '10.199.1.3/24', 'dev', 'eth1'],
    ['route', 'add', 'default', 'via', '10.199.1.1'],
  ],
  // Both addresses stay (begun below).
  route: [['route', 'replace', 'default', 'via', '10.199.2.1']],
  interface: [...addressOn('2'), ['route', 'replace', 'default', 'via', '10.199.2.1']],
};
/** Before the login: the second link, unused. */
const BEFORE: Partial<Record<keyof typeof CHANGES, readonly IpCommand[]>> = {
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
    let front: Front;
    let port = 0;

    beforeAll(async () => {
      links.open();
      emulator = await startEmulator();
      person = personAt(emulator.url);
      middlebox = await startMiddlebox({ port: emulator.port }, {});
      const socket = join(makeSandboxFolder('socket-'), 'front');
      front = await startTlsFront(middlebox, { key, cert }, { path: socket });
      port = await links.serve(socket);
    });
    afterAll(async () => {
      links.close();
      await front.close();
      await middlebox.close();
      await emulator.close();
    });
    let login: RunningLogin<Program>;
    afterEach(() => {
      login.program.signal('SIGTERM');
    });

    /** The computer with two links. */
    const on = here({
      person: () => person,
      config: (changes) =>
        writeConfig({ ...emulator, url: `https://${SERVICE}:${String(port)}` }, changes, {
          beside: { 'authority.pem': authority.pem },
        }),
      launcher: () => links.inComputer([LAUNCHER]),
      options: () => ({ limitMs: 80_000 }),
    });

    it.each(ROWS)(
      'listens again within three seconds of a change of the $change, over $transport',
      async ({ change, transport }) => {
        await person.reset();
        links.begin();
        links.change(...(BEFORE[change] ?? []));
        const realtime = { transports: [transport] };
        const started = check(on)
          .with({ service: { caFile: 'authority.pem', proxy: 'direct', realtime } })
          .saying('--timeout', '60');
        login = await waiting(started);
        links.change(...CHANGES[change]);
        await listensAgain(login, LISTENS_WITHIN_MS);
        await login.approve();
        await login.ends('confirmed');
      },
    );
  },
);
