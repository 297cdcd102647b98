/**
 * A session that goes away under the program: newer Electrons end with 0 and tell only of the end,
 * older ones quit.
 */
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
} from '../../lab/electron-runtime.ts';
import { writeConfig } from '../../lab/written-config.ts';

/** Ends Electron as it ends itself, once its message loop runs. */
const losingTheSession = (end: string): string =>
  `const { app } = require('electron'); app.whenReady().then(() => setTimeout(() => setTimeout(() => ${end})));`;
const ENDS = { exits: 'app.exit(0)', quits: 'app.quit()' } as const;

const runtime = electronRuntime();

describe.skipIf(!runtime.available)(
  `a lost session${runtime.available ? '' : ` (skipped: ${runtime.reason})`}`,
  () => {
    let silent: Server;
    let folder: string;
    let config: string;

    beforeAll(async () => {
      silent = createServer();
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      folder = makeSandboxFolder('lost-');
      const at = (name: string): string => path.join(folder, name);
      const url = `http://127.0.0.1:${String((silent.address() as AddressInfo).port)}`;
      config = writeConfig({ url, systemToken: 'token', secretKey: 'secret' });
      for (const [name, end] of Object.entries(ENDS))
        writeFileSync(at(`${name}.cjs`), losingTheSession(end));
      prepareForSandboxUser(folder);
    });
    afterAll(() => {
      silent.close();
    });

    const FAULT = 'gatehouse: internal fault: Chromium ended by itself\n';
    it.each([
      ['exits', 'the window', [], 70, FAULT],
      ['exits', 'doctor', ['doctor', '--json'], 70, FAULT],
      ['quits', 'the window', [], 130, ''],
      ['quits', 'doctor', ['doctor', '--json'], 130, ''],
    ])(
      'never ends with 0 when Chromium %s by itself in %s (SEC-110)',
      async (how, _name, words, code, said) => {
        const { appDir } = requireElectron();
        const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
        const ended = await runElectron([
          '-r',
          path.join(folder, `${how}.cjs`),
          '--log-level=3',
          profile,
          appDir,
          '--',
          ...words,
          '--config',
          config,
        ]);
        expect({ code: ended.code, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
          code,
          stdout: '',
          stderr: expect.stringContaining(said) as unknown,
        });
      },
    );
  },
);
