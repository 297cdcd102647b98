import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatConfigError } from '../../../../electron/config/config-error.ts';
import { readAuthorityFile } from '../../../../electron/config/read-authority-file.ts';
import { checkCertificate } from '../../../../electron/certificates/x509/check.ts';
import { issue, makeAuthority } from '../../../support/certificates/certificates.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder, write } = tempFolders();

describe('the file of service.caFile', () => {
  it('takes no authorities if no file is configured', async () => {
    expect(await readAuthorityFile(null)).toEqual({ ok: true, value: null });
  });

  it('names a file of authorities that cannot be used, with its key and the reason', async () => {
    const path = join(folder(), 'none.pem');
    const read = await readAuthorityFile(path);
    expect(read.ok ? '' : formatConfigError(read.error)).toBe(
      `${path}: service.caFile: does not exist`,
    );
  });

  it('reads the file of authorities once: its later removal has no effect', async () => {
    const root = makeAuthority();
    const path = write(join(folder(), 'ca.pem'), root.pem);
    const read = await readAuthorityFile(path);
    rmSync(path);
    if (!read.ok || read.value === null) throw new Error('no authorities');
    const { pem } = issue(root, { names: ['mfa.example.com'] });
    const request = {
      chain: [pem],
      hostname: 'mfa.example.com',
      authorities: read.value,
      now: new Date(),
    };
    expect(await checkCertificate(request)).toEqual({ ok: true, value: true });
  });
});
