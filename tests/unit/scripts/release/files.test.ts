import { describe, expect, it } from 'vitest';
import { faultsOf, SUMS } from '../../../../scripts/release/files.ts';

describe('the files of a release', () => {
  const ofSystem = (system: string, ...endings: readonly string[]) =>
    endings.map((ending) => `gatehouse-1.2.3-${system}${ending}`);
  const whole = [
    'gatehouse_1.2.3_amd64.deb',
    'gatehouse-1.2.3-1.x86_64.rpm',
    ...ofSystem('linux-x64', '.tar.gz'),
    ...['amd64', 'arm64'].map((arch) => `gatehouse-cli_1.2.3_${arch}.deb`),
    ...['x86_64', 'aarch64'].map((arch) => `gatehouse-cli-1.2.3-1.${arch}.rpm`),
    ...['x64', 'arm64'].map((arch) => `gatehouse-cli-1.2.3-linux-${arch}.tar.gz`),
    ...ofSystem('win32-x64', '-setup.exe', '.msi', '.zip'),
    ...ofSystem('darwin-x64', '.dmg'),
    ...ofSystem('darwin-arm64', '.dmg'),
    ...SUMS.flatMap((name) => [name, `${name}.asc`]),
  ];

  it('finds no fault in the files of a whole release', () => {
    expect(faultsOf(whole, '1.2.3')).toEqual([]);
  });

  it.each([
    ['a missing package', whole.filter((name) => !name.endsWith('.msi')), 'no file ends in .msi'],
    [
      'a missing package for servers',
      whole.filter((name) => name !== 'gatehouse-cli_1.2.3_arm64.deb'),
      'gatehouse-cli_1.2.3_arm64.deb is missing',
    ],
    [
      'a missing signature',
      whole.filter((name) => name !== 'SHA256SUMS.asc'),
      'SHA256SUMS.asc is missing',
    ],
    ['another version', [...whole, 'old-1.2.2.zip'], 'old-1.2.2.zip is not of 1.2.3'],
    [
      'a package for tests',
      [...whole, 'g-1.2.3-electron22-test.zip'],
      'g-1.2.3-electron22-test.zip is for tests',
    ],
  ])('refuses the files of a release with %s', (_what, files, fault) => {
    expect(faultsOf(files, '1.2.3')).toEqual([fault]);
  });
});
