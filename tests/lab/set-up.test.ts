/** Set-up reports the failure, its cause and the remedy. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runToEnd } from '../../lab/electron-runtime.ts';

const checkout = path.resolve(import.meta.dirname, '..', '..');

describe('set-up', () => {
  it('tells how to fix an override that names no Electron', async () => {
    const script = path.join(checkout, 'scripts', 'package.ts');
    const env = { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' };
    const { code, stdout, stderr } = await runToEnd([process.execPath, script], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /✗ ELECTRON_OVERRIDE_DIST_PATH names no Electron: \/nowhere\n {2}why: .+\n {2}do: {2}.+\n/,
    );
  });

  it('refuses a suite that does not exist', async () => {
    const script = path.join(checkout, 'scripts', 'test.ts');
    const { code, stderr } = await runToEnd([process.execPath, script, 'nonsense']);
    expect(code).toBe(64);
    expect(stderr).toContain('check, unit, contract');
  });
});
