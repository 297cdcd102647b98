/** A session that goes away under the program, as newer Electrons take it: they end with 0 and tell only of the end. */
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  electronRuntime,
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
  runElectron,
} from './electron-runtime.ts';

/** Ends Electron as it ends itself, once its message loop runs. */
const LOSES_THE_SESSION =
  "const { app } = require('electron'); app.whenReady().then(() => setTimeout(() => setTimeout(() => app.exit(0))));";

const runtime = electronRuntime();

describe.skipIf(!runtime.available)(
  `a lost session${runtime.available ? '' : ` (skipped: ${runtime.reason})`}`,
  () => {
    let silent: Server;
    let folder: string;

    beforeAll(async () => {
      silent = createServer();
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      folder = makeSandboxFolder('lost-');
      const at = (name: string): string => path.join(folder, name);
      const service = { baseUrl: `http://127.0.0.1:${String((silent.address() as AddressInfo).port)}` };
      const credentials = { secretKeyFile: at('secret') };
      writeFileSync(at('config.json'), JSON.stringify({ service, credentials }), { mode: 0o600 });
      writeFileSync(at('secret'), 'secret', { mode: 0o600 });
      writeFileSync(at('loses.cjs'), LOSES_THE_SESSION);
      prepareForSandboxUser(folder);
    });
    afterAll(() => {
      silent.close();
    });

    it.each([
      ['the window', []],
      ['doctor', ['doctor', '--json']],
    ])('SEC-110: ends %s as an internal fault', async (_name, words) => {
      const { appDir } = requireElectron();
      const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
      const config = ['--config', path.join(folder, 'config.json')];
      const ended = await runElectron([
        ...['-r', path.join(folder, 'loses.cjs'), '--log-level=3', profile, appDir, '--'],
        ...[...words, ...config],
      ]);
      expect({ code: ended.code, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
        code: 70,
        stdout: '',
        stderr: expect.stringContaining('gatehouse: internal fault: Chromium ended by itself\n') as unknown,
      });
    });
  },
);
