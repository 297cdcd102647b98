import { describe, expect, it } from 'vitest';
import {
  electronChecksum,
  installedPackage,
  lockedPackage,
  ownPackage,
} from '../../../../scripts/lib/package-files.ts';

describe("what npm's files say", () => {
  it('reads our own package, with exact versions of what it is built with', () => {
    expect(ownPackage()).toMatchObject({
      name: 'gatehouse',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      devDependencies: { electron: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string },
    });
  });

  it('reads the version that is installed and locked of a package', () => {
    const { version } = installedPackage('node_modules/react');
    expect(lockedPackage('node_modules/react')).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-/) as string,
    });
  });

  it('knows nothing of a package that is not locked, nor of a file that electron does not release', () => {
    expect(lockedPackage('node_modules/no-such-package')).toBeUndefined();
    expect(electronChecksum('no-such-file.zip')).toBeUndefined();
  });

  it('throws an error for a package that is not installed', () => {
    expect(() => installedPackage('node_modules/no-such-package')).toThrow();
  });

  it('knows the checksum of the Electron that is built with', () => {
    const { electron = '' } = ownPackage().devDependencies;
    expect(electronChecksum(`electron-v${electron}-linux-x64.zip`)).toMatch(/^[0-9a-f]{64}$/);
  });
});
