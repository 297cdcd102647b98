import { chmodSync, chownSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemAuthorities } from '../../../../electron/node-api/system-authorities.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot)('the system’s authorities (needs root, who owns their file)', () => {
  const temp = tempFolders();

  function fileWith(text: string, mode = 0o644): string {
    const file = join(temp.folder(), 'authorities.pem');
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  }

  it('takes the first file of authorities that is there', () => {
    const [first, second] = [fileWith('first'), fileWith('second')];
    expect(systemAuthorities(['/nowhere/at/all', first, second])).toBe('first');
  });

  it('follows a link to the authorities, as on Fedora', () => {
    const link = join(temp.folder(), 'link.pem');
    symlinkSync(fileWith('linked'), link);
    expect(systemAuthorities([link])).toBe('linked');
  });

  it.each([
    ['others may write', (file: string) => chmodSync(file, 0o666)],
    ['another account owns', (file: string) => chownSync(file, 12_345, 0)],
  ])(
    'takes no authorities from a file that %s, nor from another (SEC-33, SEC-73)',
    (_what, spoil) => {
      const file = fileWith('first');
      spoil(file);
      expect(systemAuthorities([file, fileWith('second')])).toBe('');
    },
  );

  it('takes no authorities without a file, from a folder, or from a file that is too large', () => {
    expect(systemAuthorities(['/nowhere/at/all'])).toBe('');
    expect(systemAuthorities([temp.folder()])).toBe('');
    expect(systemAuthorities([fileWith('x'.repeat(5_000_000))])).toBe('');
  });
});
