// @module-tag never-retried
/**
 * Chromium's network service ends (a crash, a security program) while a login waits, and Chromium starts another one: the
 * login goes on, under the same rule for certificates, through the same proxy.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { LAUNCHER, skipped } from '../gate/support/gate.ts';
import { Program } from '../gate/support/program.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../lab/electron-runtime.ts';
import { writeConfig } from '../lab/written-config.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { killNetworkProcess, networkProcesses } from '../support/network/network-process.ts';
import { personAt, type Person } from '../support/login/person.ts';
import { startChangingFront, type ChangingFront } from './support/changing-front.ts';
import { startMiddlebox, type Front } from './support/fronts.ts';
import { homeThatTrusts } from './support/places.ts';
import { startProxy, type TestProxy } from './support/proxies.ts';

const USER = 'push-only';
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
      front.close();
      await emulator.close();
    });
    beforeEach(async () => {
      front.show(ours);
      await person.reset();
    });
    let program: Program | null = null;
    afterEach(() => {
      program?.signal('SIGTERM');
    });

    /** A login that waits for the approval of a push. */
    async function waiting(
      service: Readonly<Record<string, unknown>>,
      env: NodeJS.ProcessEnv = {},
      baseUrl = `https://127.0.0.1:${String(front.port)}`,
    ): Promise<Readonly<{ program: Program; tid: string }>> {
      const config = writeConfig(
        { ...emulator, url: baseUrl },
        { service: { caFile: 'authority.pem', proxy: 'direct', ...service } },
      );
      writeFileSync(join(dirname(config), 'authority.pem'), own.pem, { mode: 0o644 });
      prepareForSandboxUser(dirname(config));
      const words = [
        'check',
        '--no-ui',
        '--json',
        '--user',
        USER,
        '--method',
        'push',
        '--timeout',
        '40',
      ];
      const log = join(makeSandboxFolder('log-'), 'log.jsonl');
      const started = new Program([LAUNCHER, ...words, '--config', config, '--log-file', log], {
        env,
      });
      program = started;
      const { tid } = await person.delivered(USER, 'push');
      const waits = (): boolean =>
        existsSync(log) && readFileSync(log, 'utf8').includes('"to":"approval-pending"');
      await eventually('the wait for the approval', waits);
      return { program: started, tid };
    }

    async function expectIn({
      program: login,
      tid,
    }: Awaited<ReturnType<typeof waiting>>): Promise<void> {
      await eventually('the notice', () =>
        login.said().includes('an approval may have been missed'),
      );
      await person.approve(tid);
      const { code, stderr } = await login.ended;
      expect(code, stderr).toBe(0);
    }

    it.each(TRANSPORTS)(
      'listens again when the network process is killed, and takes the approval, over %s',
      async (...transports) => {
        const login = await waiting({ realtime: { transports } });
        await killNetworkProcess(login.program.pid);
        await expectIn(login);
        expect(emulator.log.count('/api/transaction/credentials')).toBe(1);
      },
    );

    it('takes the approval though the network process is killed twice', async () => {
      const login = await waiting({});
      await killNetworkProcess(login.program.pid);
      await eventually('another one', () => networkProcesses(login.program.pid).length === 1);
      await killNetworkProcess(login.program.pid);
      await expectIn(login);
    });

    it('repeats the exchange of the token once when the network process is killed during it', async () => {
      await person.fault({ path: '/api/transaction/credentials', kind: 'hang', times: 1 });
      const { program: login, tid } = await waiting({});
      await person.approve(tid);
      await eventually(
        'credentials',
        () => emulator.log.count('/api/transaction/credentials') === 1,
      );
      await killNetworkProcess(login.pid);
      const { code, stderr } = await login.ended;
      expect(code, stderr).toBe(0);
      expect(emulator.log.count('/api/transaction/credentials')).toBe(2);
    });

    it('connects through the proxy again when the network process is killed', async () => {
      const service = { proxy: proxy.url };
      const login = await waiting(service, {}, `https://${HOST}`);
      const before = proxy.asked().length;
      await killNetworkProcess(login.program.pid);
      await expectIn(login);
      expect(proxy.asked().length).toBeGreaterThan(before);
    });

    it.each(TRANSPORTS)(
      'accepts no certificate that the system alone trusts, with "file", after the network process is killed, over %s (SEC-100)',
      async (...transports) => {
        const service = { authorities: 'file', realtime: { transports } };
        const login = await waiting(service, homeThatTrusts(ofSystem));
        front.show(foreign);
        await killNetworkProcess(login.program.pid);
        await eventually(
          'handshakes',
          () => front.foreign.refused + front.foreign.accepted >= 3,
          30_000,
        );
        expect(front.foreign.accepted).toBe(0);
        front.show(ours);
        await expectIn(login);
        expect(front.foreign.accepted).toBe(0);
      },
    );
  },
);
