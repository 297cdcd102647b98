/**
 * Chromium's network service ends (a crash, a security program) while a login waits, and Chromium
 * starts another one: the login goes on, under the same rule for certificates, through the same
 * proxy.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import type { Program } from '../../lab/child-program.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { here, skipped } from '../support/bench/here.ts';
import { check, type RunningLogin } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { killNetworkProcess, networkProcesses } from '../support/network/network-process.ts';
import { personAt, type Person } from '../../lab/person.ts';
import { startChangingFront, type ChangingFront } from './support/changing-front.ts';
import { startMiddlebox, type Front } from './support/fronts.ts';
import { homeThatTrusts } from './support/places.ts';
import { startProxy, type TestProxy } from './support/proxies.ts';
import { LISTENS_AGAIN, listensAgain, waiting } from './support/waiting-login.ts';

const TRANSPORTS = [['polling'], ['websocket']] as const;
/** A name that no resolver knows: only a proxy leads there. */
const HOST = 'mfa.gatehouse.test';

describe.skipIf(skipped !== '')(
  `the end of the network process${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const own = makeAuthority({ commonName: 'Company Root' });
    const ofSystem = makeAuthority({ commonName: 'Root of the System' });
    const names = ['127.0.0.1', HOST];
    const ours = issue(own, { names });
    const foreign = issue(ofSystem, { names });
    let emulator: Emulator;
    let person: Person;
    let front: ChangingFront;
    let middlebox: Front;
    let proxy: TestProxy;

    beforeAll(async () => {
      emulator = await startEmulator();
      person = personAt(emulator.url);
      // The emulator knows loopback's names alone.
      middlebox = await startMiddlebox({ port: emulator.port }, {});
      front = await startChangingFront(middlebox.port, ours);
      proxy = await startProxy({ target: { host: '127.0.0.1', port: front.port } });
    });
    afterAll(async () => {
      await proxy.close();
      await front.close();
      await middlebox.close();
      await emulator.close();
    });
    beforeEach(async () => {
      front.show(ours);
      await person.reset();
    });
    let login: RunningLogin<Program>;
    afterEach(() => {
      login.program.signal('SIGTERM');
    });

    /** A login that waits for the approval of a push, through these members of `service`. */
    const begin = async (
      service: Readonly<Record<string, unknown>>,
      env: NodeJS.ProcessEnv = {},
      url = `https://127.0.0.1:${String(front.port)}`,
    ): Promise<void> => {
      const on = here({
        person: () => person,
        config: (changes) =>
          writeConfig({ ...emulator, url }, changes, { beside: { 'authority.pem': own.pem } }),
      });
      const members = { caFile: 'authority.pem', proxy: 'direct', ...service };
      const started = check(on).with({ service: members }).saying('--timeout', '40').under({ env });
      login = await waiting(started);
    };

    async function expectIn(): Promise<void> {
      await listensAgain(login);
      await login.approve();
      await login.ends('confirmed');
    }

    it.each(TRANSPORTS)(
      'listens again when the network process is killed, and takes the approval, over %s',
      async (...transports) => {
        await begin({ realtime: { transports } });
        await killNetworkProcess(login.program.pid);
        await expectIn();
        expect(emulator.log.count('/api/transaction/credentials')).toBe(1);
      },
    );

    it('takes the approval though the network process is killed twice', async () => {
      await begin({});
      await killNetworkProcess(login.program.pid);
      await eventually('another one', () => networkProcesses(login.program.pid).length === 1);
      await killNetworkProcess(login.program.pid);
      await expectIn();
    });

    it('repeats the exchange of the token once when the network process is killed during it', async () => {
      await person.fault({ path: '/api/transaction/credentials', kind: 'hang', times: 1 });
      await begin({});
      await login.approve();
      await eventually(
        'credentials',
        () => emulator.log.count('/api/transaction/credentials') === 1,
      );
      await killNetworkProcess(login.program.pid);
      await login.ends('confirmed');
      expect(emulator.log.count('/api/transaction/credentials')).toBe(2);
    });

    it('connects through the proxy again when the network process is killed', async () => {
      const service = { proxy: proxy.url };
      await begin(service, {}, `https://${HOST}`);
      const before = proxy.asked().length;
      await killNetworkProcess(login.program.pid);
      await expectIn();
      expect(proxy.asked().length).toBeGreaterThan(before);
    });

    it.each(TRANSPORTS)(
      'counts no answer under a certificate that the system alone trusts, with "file", after the network process is killed, over %s (SEC-100)',
      async (...transports) => {
        const service = { authorities: 'file', realtime: { transports } };
        await begin(service, homeThatTrusts(ofSystem));
        front.show(foreign);
        await killNetworkProcess(login.program.pid);
        // Chromium itself accepts the certificate on a second connection while the rule considers
        // the first (decision 0048): a request may be answered, but no answer counts.
        await eventually('refusals', () => front.refusals() >= 3, 30_000);
        expect(front.acceptedAlone()).toBe(0);
        expect(login.program.said()).not.toContain(LISTENS_AGAIN);
        front.show(ours);
        await expectIn();
      },
    );
  },
);
