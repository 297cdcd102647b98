/** `gatehouse config` from a checkout; that of a package: tests/packaged/config.test.ts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { effectiveConfigSchema } from '../../shared/config/config-report.ts';
import { gateSuite, LAUNCHER, skipped } from './support/gate.ts';
import { run } from './support/program.ts';

describe.skipIf(skipped !== '')('gatehouse config', () => {
  const suite = gateSuite();

  it('shows what the configuration of a login is, without its token', async () => {
    const ended = await run([LAUNCHER, 'config', 'show', '--json', '--config', suite.config()]);
    expect(ended.code, ended.stderr).toBe(0);
    const { values } = effectiveConfigSchema.parse(JSON.parse(ended.stdout.toString()));
    const baseUrl = values.find(({ key }) => key === 'service.baseUrl');
    expect(baseUrl).toMatchObject({ value: suite.emulator().url, from: 'given' });
    expect(ended.stdout.toString() + ended.stderr).not.toContain(suite.emulator().systemToken);
  });

  it.runIf(process.getuid?.() === 0)('validates a file that root alone may read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-root-'));
    try {
      const { url, systemToken, secretKey } = suite.emulator();
      const service = { baseUrl: url, systemToken };
      const login = { username: 'os' };
      const file = join(folder, 'config.json');
      writeFileSync(join(folder, 'secret'), secretKey, { mode: 0o600 });
      writeFileSync(file, JSON.stringify({ service, login, credentials: { secretKeyFile: 'secret' } }), {
        mode: 0o600,
      });
      const ended = await run([LAUNCHER, 'config', 'validate', file]);
      expect(ended.stdout.toString(), ended.stderr).toMatch(/config\.json: no faults, no warnings\.\n$/);
      expect(ended.code).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
