/** examples/signer-other-account: the accounts that it answers, and the requests that it signs. */
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandSigner } from '../../electron/service/command-signer.ts';
import { failure, success } from '../../shared/result.ts';
import { startExampleSigner, type ExampleSigner } from '../support/native/example-signer.ts';
import { eventually } from '../support/eventually.ts';

const SIGNERD = resolve(
  import.meta.dirname,
  '..',
  '..',
  'examples',
  'signer-other-account',
  'signerd.py',
);
const SECRET = 'canary-secret-of-the-example';
const BODY = Buffer.from('{"systemToken":"TOKEN","username":"ü"}');
const macOf = (bytes: Buffer): string => createHmac('sha256', SECRET).update(bytes).digest('hex');
const PATIENT = 60_000;

const me = process.getuid?.() ?? -1;
/**
 * The example's README asks for Python 3.8; root is not needed, but only root can test another
 * user's account.
 */
const noPython = process.platform !== 'linux' || spawnSync('python3', ['--version']).status !== 0;

const request = (operation: string, more: object = {}): string =>
  `${JSON.stringify({ apiVersion: 'gatehouse-signer/1', operation, body: BODY.toString('base64'), ...more })}\n`;

/** Its answer to these bytes; empty if it refuses. */
function ask(socket: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const connection = connect(socket, () => connection.end(text));
    connection.setEncoding('utf8').on('data', (part: string) => (answer += part));
    // A refusal may come while it is still being asked.
    connection.on('error', () => undefined);
    connection.on('close', () => {
      resolve(answer);
    });
  });
}

describe.skipIf(noPython)(
  `a signer in another account${noPython ? ' (skipped: no python3 on Linux)' : ''}`,
  () => {
    let signer: ExampleSigner;
    beforeAll(async () => {
      signer = await startExampleSigner(SECRET, ['--allow', String(me), '--system-token', 'TOKEN']);
    }, 90_000);
    afterAll(async () => {
      await signer.end();
    });

    it('signs and verifies for Gatehouse, and logs no secret, signature or token', async () => {
      const asked = createCommandSigner(signer.command, 'hex', PATIENT);
      expect(await asked.sign(BODY)).toEqual(success(macOf(BODY)));
      expect(await asked.verify(BODY, macOf(BODY))).toEqual(success(true));
      expect(await asked.verify(Buffer.from('{"status":"OK"}'), macOf(BODY))).toEqual(
        success(false),
      );
      await eventually(
        'its log',
        () => signer.log().includes(`verify for account ${String(me)}`),
        30_000,
      );
      for (const hidden of [SECRET, macOf(BODY), 'TOKEN'])
        expect(signer.log()).not.toContain(hidden);
    });

    it.each([
      ['an answer of the service', Buffer.from('{"status":"OK","result":{"username":"mallory"}}')],
      ['a request of another application', Buffer.from('{"systemToken":"ANOTHER"}')],
      ['text that is no JSON', Buffer.from('systemToken')],
      [
        'a member twice',
        Buffer.from('{"systemToken":"TOKEN","username":"bob","username":"alice"}'),
      ],
      ['endless nesting', Buffer.from('['.repeat(50_000))],
    ])('refuses to sign %s', async (_what, body) => {
      const asked = createCommandSigner(signer.command, 'hex', PATIENT);
      expect(await asked.sign(body)).toEqual(failure('the signer ended with 77'));
      expect(await asked.sign(BODY)).toEqual(success(macOf(BODY)));
    });

    it.each([
      ['another version', request('sign', { apiVersion: 'gatehouse-signer/2' })],
      ['another operation', request('export')],
      ['no body', request('sign', { body: null })],
      ['text that is no base64', request('sign', { body: '***' })],
      ['too much', 'x'.repeat(600_000)],
      ['noise', '\u0000\u0001\n'],
    ])('sends no answer to %s, and goes on', async (_what, text) => {
      expect(await ask(signer.socket, text)).toBe('');
      expect(JSON.parse(await ask(signer.socket, request('sign')))).toEqual({
        signature: macOf(BODY),
      });
    });

    it('serves the next client after the time limit of a silent one', async () => {
      const silent = connect(signer.socket);
      silent.on('error', () => undefined);
      await new Promise((resolve) => silent.once('connect', resolve));
      expect(JSON.parse(await ask(signer.socket, request('sign')))).toEqual({
        signature: macOf(BODY),
      });
      silent.destroy();
    });
  },
);

describe.skipIf(noPython)('accounts', { timeout: 120_000 }, () => {
  async function withSigner(
    options: readonly string[],
    use: (signer: ExampleSigner) => Promise<void>,
    changes?: string,
  ) {
    const signer = await startExampleSigner(SECRET, options, changes);
    try {
      await use(signer);
    } finally {
      await signer.end();
    }
  }

  it('gives accounts that are not allowed no answer', async () => {
    await withSigner(['--allow', '4000000'], async (signer) => {
      const asked = createCommandSigner(signer.command, 'hex', PATIENT);
      expect(await asked.sign(BODY)).toEqual(failure('the signer ended with 77'));
      await eventually(
        'its log',
        () => signer.log().includes(`account ${String(me)} may not ask`),
        30_000,
      );
    });
  });

  it.skipIf(me !== 0)('tells accounts apart by the kernel (needs root)', async () => {
    await withSigner(['--allow', 'nobody'], async (signer) => {
      const as = (user: string): Promise<number | null> =>
        new Promise((resolve) => {
          const child = spawn('setpriv', [`--reuid=${user}`, '--clear-groups', ...signer.command], {
            stdio: ['pipe', 'ignore', 'ignore'],
          });
          child.stdin.on('error', () => undefined);
          child.stdin.end(request('sign'));
          child.once('close', resolve);
        });
      expect([await as('nobody'), await as('daemon'), await as('root')]).toEqual([0, 77, 77]);
    });
  });

  it('answers the accounts of an allowed group, and no others', async () => {
    const mine = String(process.getgid?.() ?? -1);
    for (const [group, answer] of [
      [mine, success(macOf(BODY))],
      ['4000000', failure('the signer ended with 77')],
    ] as const) {
      await withSigner(['--allow-group', group], async (signer) => {
        const asked = createCommandSigner(signer.command, 'hex', PATIENT);
        expect(await asked.sign(BODY), group).toEqual(answer);
      });
    }
  });

  it.skipIf(me !== 0)(
    'takes the groups of the program that asks from the kernel (needs root)',
    async () => {
      const more = Array.from({ length: 300 }, (_one, index) => String(4_000_001 + index));
      await withSigner(['--allow-group', '4000000'], async (signer) => {
        const as = (groups: readonly string[]): number | null => {
          const words = ['--reuid=nobody', '--regid=nogroup', `--groups=${groups.join(',')}`];
          return spawnSync('setpriv', [...words, ...signer.command], { input: request('sign') })
            .status;
        };
        expect(as(['4000001', '4000000'])).toBe(0);
        expect(as(['4000001'])).toBe(77);
        // More groups than Python can ask the kernel for: refused, and the next one is answered.
        expect(as(['4000000', ...more])).toBe(77);
        await eventually(
          'its log',
          () => signer.log().includes('account 65534 has too many groups to look at them'),
          30_000,
        );
        expect(as(['4000000'])).toBe(0);
      });
    },
  );

  it.each([
    ['--allow', 'nobody-of-this-name', 'there is no account nobody-of-this-name'],
    ['--allow-group', 'no-group-of-this-name', 'there is no group no-group-of-this-name'],
  ])('does not start with an unknown name in %s, and says so', (option, name, says) => {
    const words = ['--socket', '/nonexistent/socket', '--key-file', '/nonexistent/key'];
    const ended = spawnSync('python3', ['-B', SIGNERD, ...words, option, name]);
    expect([ended.status, ended.stderr.toString()]).toEqual([1, `${says}\n`]);
  });

  it('does not start without an account or a group that may ask', () => {
    const words = ['--socket', '/nonexistent/socket', '--key-file', '/nonexistent/key'];
    const ended = spawnSync('python3', ['-B', SIGNERD, ...words]);
    expect(ended.status).toBe(2);
    expect(ended.stderr.toString()).toContain('--allow or --allow-group is required');
  });

  it('signs with --own-name-only an account’s own name, and no other', async () => {
    const { username } = userInfo();
    const body = (members: object): Buffer =>
      Buffer.from(JSON.stringify({ systemToken: 'TOKEN', ...members }));
    await withSigner(['--allow', String(me), '--own-name-only'], async (signer) => {
      const asked = createCommandSigner(signer.command, 'hex', PATIENT);
      for (const members of [{ username }, { tid: 'T', method: 'push' }, { accessToken: 'A' }]) {
        expect(await asked.sign(body(members))).toEqual(success(macOf(body(members))));
      }
      const others = [
        `${username}x`,
        `X\\${username}`,
        `${username}@example.com`,
        ` ${username}`,
        '',
        null,
        [username],
      ];
      for (const members of [
        ...others.map((other) => ({ username: other })),
        { Username: 'bob', username },
      ]) {
        expect(await asked.sign(body(members)), JSON.stringify(members)).toEqual(
          failure('the signer ended with 77'),
        );
      }
      const utf16 = Buffer.from(body({ username: 'bob' }).toString(), 'utf16le');
      expect(await asked.sign(utf16)).toEqual(failure('the signer ended with 77'));
    });
  });

  const SILENT = 14;
  const byOrder = `peers = iter([4000000] * ${String(SILENT)}); signerd.peer_of = lambda _: (next(peers, ${String(me)}), set())`;
  const asRoot = ['told apart by the kernel', 'nobody', ''] as const;
  it.each([
    ...(me === 0 ? [asRoot] : []),
    ['told apart by the order of their connections', '4000000', byOrder] as const,
  ])(
    'answers an account though another holds silent connections, %s',
    async (_how, other, changes) => {
      const hold = `import socket, sys
held = [socket.socket(socket.AF_UNIX) for _ in range(${String(SILENT)})]
for one in held: one.connect(sys.argv[1])
print("held", flush=True)
sys.stdin.read()`;
      await withSigner(
        ['--allow', other, '--allow', String(me)],
        async (signer) => {
          const as = changes === '' ? ['setpriv', `--reuid=${other}`, '--clear-groups'] : ['env'];
          const silent = spawn(as[0] ?? '', [
            ...as.slice(1),
            '/usr/bin/python3',
            '-c',
            hold,
            signer.socket,
          ]);
          try {
            const [said] = (await Promise.race([
              once(silent.stdout, 'data'),
              once(silent, 'close'),
            ])) as unknown[];
            expect(String(said)).toContain('held');
            const asked = createCommandSigner(signer.command, 'hex', PATIENT);
            expect(await asked.sign(BODY)).toEqual(success(macOf(BODY)));
          } finally {
            silent.kill('SIGKILL');
          }
        },
        changes,
      );
    },
  );

  it('answers an account 120 times in a minute, and no more', async () => {
    const minuteStands = 'signerd.time.monotonic = lambda: 0.0';
    await withSigner(
      ['--allow', String(me)],
      async (signer) => {
        const isAnswered = async (): Promise<boolean> =>
          (await ask(signer.socket, request('sign'))) !== '';
        const answered: boolean[] = [];
        for (let index = 0; index < 121; index += 1) answered.push(await isAnswered());
        expect(answered).toEqual([...Array<boolean>(120).fill(true), false]);
      },
      minuteStands,
    );
  });

  it('reports a start failure if the signer does not run', async () => {
    let command: readonly string[] = [];
    await withSigner(['--allow', String(me)], (signer) => {
      command = signer.command;
      return Promise.resolve();
    });
    // Its folder is gone with it, and so is the program that asks.
    expect(await createCommandSigner(command, 'hex', PATIENT).sign(BODY)).toEqual(
      failure('the signer cannot be started (ENOENT)'),
    );
  });
});
