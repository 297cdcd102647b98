/** examples/playwright as an integrator runs it: Playwright's own runner, and its own configuration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { io } from 'socket.io-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sign } from '../../emulator/service/signature.ts';
import { startEmulator } from '../../examples/playwright/emulator.ts';
import { eventually } from '../support/eventually.ts';
import { electronRuntime, runToEnd } from '../../lab/electron-runtime.ts';

const root = resolve(import.meta.dirname, '..', '..');
const folder = join(root, 'examples', 'playwright');
const runtime = electronRuntime();
const RUN_MS = 120_000;

describe.skipIf(!runtime.available)(
  `examples/playwright${runtime.available ? '' : ` (skipped: ${runtime.reason})`}`,
  () => {
    it(
      'passes the four logins of examples/playwright',
      async () => {
        const sandboxUser = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
        const { code, stdout, stderr } = await runToEnd(
          [process.execPath, sandboxUser, 'test', '--config', join(folder, 'playwright.config.ts')],
          { env: { NO_COLOR: '1', FORCE_COLOR: undefined }, limitMs: RUN_MS },
        );
        expect(code, stdout + stderr).toBe(0);
        expect(stdout).toMatch(/^ {2}4 passed/m);
      },
      RUN_MS + 10_000,
    );
  },
);

it('starts the emulator so that a Gatehouse that forgot to subscribe would fail', async () => {
  const { service, stop } = await startEmulator(root);
  onTestFinished(stop);
  const socket = io(service.url, { path: '/ws/socket.io', forceNew: true });
  onTestFinished(() => void socket.close());
  await eventually('the connection', () => socket.connected);
  const { systemToken, secretKey } = service;
  const signing = { header: 'x-service-signature', encoding: 'hex', secretKey } as const;
  const post = async (path: string, fields: object): Promise<Record<string, unknown>> => {
    const body = JSON.stringify(fields);
    const headers = { 'content-type': 'application/json', [signing.header]: sign(signing, body) };
    const response = await fetch(service.url + path, { method: 'POST', headers, body });
    return (await response.json()) as Record<string, unknown>;
  };
  const started = await post('/api/transaction/init', { systemToken, username: 'alice' });
  const { tid } = started['result'] as { tid: string };
  await post('/api/transaction/methodSSH', { systemToken, tid, method: 'push' });
  expect(await post('/emulator/users/alice/approve', {})).toMatchObject({
    receivers: 0,
    reason: expect.stringContaining('none subscribed') as string,
  });
}, 60_000);

describe('the files that an integrator copies', () => {
  it.each(sourceFiles(folder))(
    'imports in playwright/%s packages and its own folder alone, but for one helper in program.ts',
    (name) => {
      const outside = importsOf(join(folder, name)).filter((from) => from.startsWith('../'));
      expect(outside).toEqual(name === 'program.ts' ? ['../../lab/electron-runtime.ts'] : []);
    },
  );

  it.each(sourceFiles(join(root, 'examples', 'thick-client-node')))(
    'imports in thick-client-node/%s no package but jose',
    (name) => {
      const from = importsOf(join(root, 'examples', 'thick-client-node', name));
      expect(from.filter((one) => !/^(node:|\.\/|jose$)/.test(one))).toEqual([]);
    },
  );

  it.each([
    ['thick-client-node', 'dependencies', 'jose'],
    ['playwright', 'devDependencies', '@playwright/test'],
  ])('asks in %s for the version that is tried here', (example, kind, name) => {
    const ours = dependencies(root, 'devDependencies');
    expect(dependencies(join(root, 'examples', example), kind)).toEqual({ [name]: ours[name] });
  });
});

function importsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bfrom '([^']+)'|\bimport\(?'([^']+)'/g)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );
}

function dependencies(where: string, kind: string): Readonly<Record<string, unknown>> {
  const content = JSON.parse(readFileSync(join(where, 'package.json'), 'utf8')) as Record<
    string,
    object
  >;
  return { ...content[kind] };
}

function sourceFiles(where: string): readonly string[] {
  return readdirSync(where).filter((name) => /\.(ts|mjs)$/.test(name));
}
