/** A configuration that somebody else may write is not believed (SEC-73). */
import { chmodSync, chownSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { examineConfig, loadConfig } from '../../../../electron/config/load-config.ts';
import { refusalUnlessOwn } from '../../../../electron/config/own-file-trust.ts';
import { readAuthorityFile } from '../../../../electron/config/read-authority-file.ts';
import { makeAuthority } from '../../../support/certificates.ts';
import { isRoot, SOMEBODY, tempFolders } from '../../../support/temp-folder.ts';

const temp = tempFolders();
const GOOD = {
  service: { baseUrl: 'https://mfa.example.com', systemToken: 'TOKEN' },
  credentials: { secretKeyFile: '/run/secret' },
};
const FOREIGN = 'belongs to somebody else: it must belong to you or to root';
const OPEN = 'can be written by others (chmod go-w)';

describe('SEC-73: whose file it is', () => {
  const [ME, GROUP] = [1000, 1000];
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const seenBy = (uid: number, gid: number): void => {
    vi.spyOn(process, 'geteuid').mockReturnValue(uid);
    vi.spyOn(process, 'getegid').mockReturnValue(gid);
  };

  it.each([
    [ME, GROUP, 0o600, null],
    [ME, GROUP, 0o644, null],
    [ME, 50, 0o644, null],
    [0, 0, 0o644, null],
    [0, 50, 0o640, null],
    // What root gave to a group, and a person's own group.
    [0, 50, 0o664, null],
    [ME, GROUP, 0o664, null],
    [ME, 50, 0o664, OPEN],
    [ME, GROUP, 0o666, OPEN],
    [ME, GROUP, 0o602, OPEN],
    [0, 0, 0o666, OPEN],
    [0, 0, 0o1646, OPEN],
    [2000, GROUP, 0o644, FOREIGN],
    [2000, GROUP, 0o400, FOREIGN],
    [65534, 65534, 0o644, FOREIGN],
  ])('owner %i, group %i, mode %o', (uid, gid, mode, refusal) => {
    seenBy(ME, GROUP);
    expect(refusalUnlessOwn({ uid, gid, mode: 0o100000 | mode })).toBe(refusal);
  });

  it('root believes root alone', () => {
    seenBy(0, 0);
    expect(refusalUnlessOwn({ uid: 0, gid: 0, mode: 0o100600 })).toBe(null);
    expect(refusalUnlessOwn({ uid: ME, gid: GROUP, mode: 0o100600 })).toBe(FOREIGN);
  });
});

describe('SEC-73: every file of a configuration that is not managed', () => {
  type Place = 'given' | 'user';
  const NOWHERE = { managed: null, given: null, user: null };
  const load = (place: Place, file: string) => loadConfig({ ...NOWHERE, [place]: file }, true);
  const good = (mode = 0o600): string => {
    const file = temp.write(join(temp.folder(), 'config.json'), GOOD, mode);
    chmodSync(file, mode);
    return file;
  };

  describe.each(['given', 'user'] as const)('%s', (place) => {
    it('is taken as the person’s own, where a link leads to it too', () => {
      const file = good();
      expect(load(place, file).ok).toBe(true);
      const link = join(temp.folder(), 'link.json');
      symlinkSync(file, link);
      expect(load(place, link).ok).toBe(true);
    });

    it('is refused where anybody may write it, where a link leads to it too', () => {
      const file = good(0o646);
      const link = join(temp.folder(), 'link.json');
      symlinkSync(file, link);
      for (const path of [file, link])
        expect(load(place, path)).toEqual({ ok: false, error: { file: path, key: '', reason: OPEN } });
    });

    it.runIf(isRoot)('is refused as somebody else’s (needs root)', () => {
      const file = good();
      chownSync(file, SOMEBODY, SOMEBODY);
      expect(load(place, file)).toEqual({ ok: false, error: { file, key: '', reason: FOREIGN } });
    });
  });

  it('a file that is only looked at may be anybody’s', () => {
    expect(examineConfig({ ...NOWHERE, draft: good(0o666) }, true).ok).toBe(true);
  });

  it('the authorities of service.caFile are refused as the configuration is', async () => {
    const file = temp.write(join(temp.folder(), 'authority.pem'), makeAuthority({}).pem, 0o644);
    expect((await readAuthorityFile(file)).ok).toBe(true);
    chmodSync(file, 0o646);
    expect(await readAuthorityFile(file)).toEqual({
      ok: false,
      error: { file, key: 'service.caFile', reason: OPEN },
    });
  });
});
