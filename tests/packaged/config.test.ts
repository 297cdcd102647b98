/**
 * `gatehouse config` of a package, by its launcher: without a display, without a network, and with
 * invalid files.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, buildBinary, type PlistValue } from 'plist';
import { describe, expect, it } from 'vitest';
import { effectiveConfigSchema, validationSchema } from '../../shared/config/config-report.ts';
import { run, type Ended } from '../../lab/child-program.ts';
import {
  asSandboxUser,
  electronRuntime,
  makeSandboxFolder,
  prepareForSandboxUser,
} from '../../lab/electron-runtime.ts';
import { ROOT } from '../../scripts/lib/repository-files.ts';
import { installed } from './installed.ts';
import { findPackaged } from './packaged-app.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = typeof found === 'string' ? found : '';
const TOKEN = 'THE-SYSTEM-TOKEN';
const GOOD = {
  service: { baseUrl: 'https://mfa.example.com', systemToken: TOKEN },
  credentials: { secretKeyFile: 'secret' },
  login: { username: 'os', bypass: 'deny' },
};
const NO_DISPLAY = { DISPLAY: '', WAYLAND_DISPLAY: '' };

/**
 * The bundled reader of macOS's managed preferences: a bundle for a browser would lack the XML
 * parser.
 */
const BUILT = path.join(ROOT, 'out', 'package', 'dist', 'main', 'read-plist.cjs');
describe.skipIf(!existsSync(BUILT))('the built reader of property lists', () => {
  it.each([
    ['XML', (list: PlistValue) => Buffer.from(build(list))],
    ['binary', (list: PlistValue) => Buffer.from(buildBinary(list))],
  ])('reads a property list in %s by the built reader', (_form, write) => {
    const { readPlist } = createRequire(import.meta.url)(BUILT) as {
      readPlist: (bytes: Buffer) => unknown;
    };
    expect(readPlist(write(GOOD))).toEqual({ ok: true, value: GOOD });
  });
});

describe.skipIf(reason !== '')(
  `gatehouse config of the package${reason && ` (skipped: ${reason})`}`,
  () => {
    const launcher = (): string => path.join(path.dirname(installed()), 'bin', 'gatehouse');

    /** Runs it beside these files, without a display. */
    function config(
      words: readonly string[],
      files: Readonly<Record<string, unknown>> = {},
    ): Promise<Ended> {
      const folder = makeSandboxFolder('packaged-config-');
      const content = { 'config.json': GOOD, secret: 'the-secret-key', ...files };
      for (const [name, text] of Object.entries(content)) {
        const written = typeof text === 'string' ? text : JSON.stringify(text);
        writeFileSync(path.join(folder, name), written, { mode: 0o600 });
      }
      prepareForSandboxUser(folder);
      const placed = words.map((word) => word.replace('@', `${folder}/`));
      return run(asSandboxUser([launcher(), 'config', ...placed]), { env: NO_DISPLAY });
    }

    it('validates the configuration that counts by the package, without a display', async () => {
      const ended = await config(['validate', '--json', '--config', '@config.json']);
      expect(ended.code, ended.stderr).toBe(0);
      const report = validationSchema.parse(JSON.parse(ended.stdout.toString()));
      expect([report.faults, report.warnings]).toEqual([[], []]);
      expect(ended.stderr).toBe('');
    });

    it('shows the effective values by the package without the token', async () => {
      const ended = await config(['show', '--json', '--config', '@config.json']);
      expect(ended.code, ended.stderr).toBe(0);
      const { values } = effectiveConfigSchema.parse(JSON.parse(ended.stdout.toString()));
      expect(values.find(({ key }) => key === 'login.username')).toMatchObject({
        value: 'os',
        from: 'given',
      });
      expect(ended.stdout.toString() + ended.stderr).not.toContain(TOKEN);
      const lines = (await config(['show', '--config', '@config.json'])).stdout.toString();
      expect(lines).toContain('service.systemToken = (set, not shown)  # --config');
    });

    it.each([
      [
        'every fault',
        '@wrong.json',
        78,
        /service\.baseUrl: [^]*login\.bypas: is not a known key[^]*2 faults\./,
      ],
      ['a fine file', '@config.json', 0, /config\.json: no faults, no warnings\./],
    ])('validates one file by the package: %s', async (_what, file, code, says) => {
      const wrong = { service: { ...GOOD.service, baseUrl: 7 }, login: { bypas: 'deny' } };
      const ended = await config(['validate', file], { 'wrong.json': wrong });
      expect(ended.stdout.toString()).toMatch(says);
      expect(ended).toMatchObject({ code, stderr: '' });
    });

    it.runIf(process.getuid?.() === 0)(
      'validates files of root’s for root, and refuses other commands without the sandbox (SEC-28) (needs root)',
      async () => {
        const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-root-config-'));
        try {
          writeFileSync(path.join(folder, 'secret'), 'the-secret-key', { mode: 0o600 });
          writeFileSync(path.join(folder, 'config.json'), JSON.stringify(GOOD), { mode: 0o600 });
          const asRoot = (...words: readonly string[]): Promise<Ended> =>
            run([launcher(), ...words], { env: NO_DISPLAY });
          const ended = await asRoot('config', 'validate', path.join(folder, 'config.json'));
          expect(ended).toMatchObject({ code: 0, stderr: '' });
          expect(ended.stdout.toString()).toMatch(/no faults, no warnings/);
          expect(await asRoot('--version')).toMatchObject({ code: 0, stderr: '' });
          // All other commands refuse to run without the sandbox.
          const binary = path.join(path.dirname(launcher()), '..', 'gatehouse');
          for (const words of [['doctor'], []]) {
            const refused = await run([binary, '--no-sandbox', '--', ...words], {
              env: NO_DISPLAY,
            });
            expect(refused).toMatchObject({
              code: 64,
              stderr: expect.stringMatching(/^gatehouse: --no-sandbox: /),
            });
          }
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    );
  },
);
