/**
 * The server in Python that docs/gate.md shows, and its two clients: a nonce of the server counts
 * once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endingWithUs } from '../../scripts/lib/run.ts';
import { exportJWK } from 'jose';
import { CLIENTS, place, run, standIn, type Ended } from './clients.ts';
import { programOfGatePage } from './gate-page-programs.ts';
import { AUDIENCE, claimsOf, lineOf, makeSigner, signed, type Claims } from './tickets.ts';

const python = CLIENTS.find(({ language }) => language === 'python');
const missing = python?.missing ?? null;
const AT_ONCE = 8;

/**
 * Serves on a free port, which it prints. Arguments: the accounts, the store, how long a nonce
 * lives.
 */
const SERVER = `
import http.server, sys
import payroll, payroll_server
payroll.AUDIENCE = "${AUDIENCE}"
payroll_server.ACCOUNTS, payroll_server.STORE = sys.argv[1], sys.argv[2]
payroll_server.NONCE_SECONDS = int(sys.argv[3])
payroll_server.prepare_store()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), payroll_server.Payroll)
print(server.server_address[1], flush=True)
server.serve_forever()
`;

/**
 * Arguments: the module of the client, the address of the server, the file with the token,
 * Gatehouse.
 */
const CLIENT = `
import importlib, sys
import client
_, name, client.SERVER, client.TOKEN, client.GATEHOUSE = sys.argv
del sys.argv[1:]
importlib.import_module(name).main()
`;

type Answer = Readonly<{ status: number; body: Readonly<Record<string, unknown>> }>;

describe.skipIf(missing !== null)(
  `the server of docs/gate.md${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    const { folder, file } = place();
    const running: ChildProcess[] = [];
    let inside: string;
    let accounts: string;
    let server: string;
    let keyFile: string;
    let sign: (claims: Claims) => Promise<string>;

    const startServer = async (nonceSeconds: number): Promise<string> => {
      const words = ['-B', join(inside, 'server.py'), accounts, join(folder(), 'nonces')];
      const [command, args] = endingWithUs(
        python?.command[0] ?? '',
        [...words, String(nonceSeconds)],
        'KILL',
      );
      const child = spawn(command, args, {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      running.push(child);
      const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
      return `http://127.0.0.1:${port}`;
    };

    beforeAll(async () => {
      inside = folder();
      writeFileSync(join(inside, 'payroll.py'), programOfGatePage('def verify('));
      writeFileSync(join(inside, 'payroll_server.py'), programOfGatePage('def admit('));
      writeFileSync(join(inside, 'client.py'), programOfGatePage('urllib.request'));
      writeFileSync(join(inside, 'started.py'), programOfGatePage('from client import send'));
      writeFileSync(join(inside, 'server.py'), SERVER);
      writeFileSync(join(inside, 'start-client.py'), CLIENT);
      const signer = await makeSigner();
      keyFile = file(JSON.stringify(await exportJWK(signer.privateKey)));
      sign = (claims) => signed(signer, claimsOf(claims));
      const keys = file(JSON.stringify(signer.jwks));
      accounts = file(
        JSON.stringify({
          alice: { token: 'of-alice', keys, usernames: ['alice', 'CORP\\alice'] },
          bob: { token: 'of-bob', keys, usernames: ['bob'] },
        }),
      );
      server = await startServer(300);
    });
    afterAll(() => {
      for (const child of running) child.kill();
    });

    const post = async (path: string, body: unknown, account = 'alice'): Promise<Answer> => {
      const answer = await fetch(server + path, {
        method: 'POST',
        headers: { authorization: `Bearer of-${account}`, connection: 'close' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Answer['body'] };
    };
    const newNonce = async (account = 'alice'): Promise<string> =>
      (await post('/nonce', {}, account)).body['nonce'] as string;

    it.each(['alice', 'ALICE', 'CORP\\Alice'])(
      'lets in by a ticket with its nonce, in a spelling of the username that it knows: %s',
      async (username) => {
        const nonce = await newNonce();
        expect(await post('/login', { nonce, ticket: await sign({ nonce, username }) })).toEqual({
          status: 200,
          body: { username },
        });
      },
    );

    /** Runs one of the two clients. */
    const startClient = (
      name: 'client' | 'started',
      variant: string,
      more: Readonly<{ env?: Record<string, string>; channels?: Record<number, string> }> = {},
    ): Promise<Ended> => {
      const token = file('Authorization: Bearer of-alice\n');
      const command = [python?.command[0] ?? '', '-B', join(inside, 'start-client.py')];
      const client = { language: 'python', command, title: '', missing: null } as const;
      const args = [name, server, token, standIn(folder(), keyFile, variant)];
      return run(client, { args, ...more });
    };

    it('lets in by the client that starts the login', async () => {
      expect(await startClient('client', 'good')).toEqual({
        code: 0,
        stdout: 'payroll: the server let in: alice\n',
        stderr: '',
      });
    });

    it.each([
      ['refused-with-a-line', 'gatehouse ended with 77'],
      ['nothing', ''],
      ['other-nonce', 'HTTP Error 403'],
      ['no-nonce', 'HTTP Error 403'],
    ])('lets nobody in by the client whose Gatehouse behaves as %s', async (variant, says) => {
      const { code, stdout, stderr } = await startClient('client', variant);
      expect(stderr).toContain(`payroll: not let in: ${says}`);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    });

    it('lets in by the client that the gate has started, which has its ticket and the nonce', async () => {
      const nonce = await newNonce();
      expect(
        await startClient('started', 'nothing', {
          env: { GATEHOUSE_RESULT_FD: '3', PAYROLL_NONCE: nonce },
          channels: { 3: lineOf(await sign({ nonce })) },
        }),
      ).toEqual({ code: 0, stdout: 'payroll: the server let in: alice\n', stderr: '' });
    });

    it(`lets in one of ${AT_ONCE} requests at the same time with the same ticket`, async () => {
      const nonce = await newNonce();
      const ticket = await sign({ nonce });
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => post('/login', { nonce, ticket })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: AT_ONCE - 1 }, () => 403),
      ]);
    });

    it.each([
      ['null', { nonce: null }],
      ['an empty text', { nonce: '' }],
      ['missing', {}],
    ])('refuses a ticket without a nonce where the nonce is %s', async (_what, sent) => {
      for (const claims of [{ nonce: null }, { nonce: undefined }, { nonce: '' }]) {
        expect(await post('/login', { ...sent, ticket: await sign(claims) })).toMatchObject({
          status: 403,
        });
      }
    });

    it('refuses a ticket without a nonce although the nonce is there', async () => {
      const nonce = await newNonce();
      expect(await post('/login', { nonce, ticket: await sign({}) })).toEqual({
        status: 403,
        body: { refused: 'the ticket is of another start (nonce)' },
      });
    });

    it('refuses a nonce that it never made, and one of another account', async () => {
      for (const nonce of ['start-17', await newNonce('bob')]) {
        expect(await post('/login', { nonce, ticket: await sign({ nonce }) })).toEqual({
          status: 403,
          body: { refused: 'the nonce is used, too old, or not of this account' },
        });
      }
    });

    it('refuses a nonce that has ended', async () => {
      const before = server;
      server = await startServer(-1);
      try {
        const nonce = await newNonce();
        expect(await post('/login', { nonce, ticket: await sign({ nonce }) })).toMatchObject({
          status: 403,
        });
      } finally {
        server = before;
      }
    });

    it('refuses the name of another person, and a spelling that it does not know', async () => {
      for (const username of ['bob', 'OTHER\\alice']) {
        const nonce = await newNonce();
        expect(await post('/login', { nonce, ticket: await sign({ nonce, username }) })).toEqual({
          status: 403,
          body: { refused: 'the ticket names somebody else' },
        });
      }
    });

    it('refuses a client that it does not know', async () => {
      expect(await post('/nonce', {}, 'mallory')).toMatchObject({ status: 403 });
    });
  },
);
