import { homedir, userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { accountName, homeFolder } from '../../../../electron/os/account.ts';

describe('this account', () => {
  it('takes the account’s name from the user database', () => {
    expect(accountName()).toEqual({ ok: true, value: userInfo().username });
    expect(accountName(() => ({ username: 'alice' }))).toEqual({ ok: true, value: 'alice' });
  });

  it('finds no name of an account without an entry, and says by which number it looked', () => {
    const error = `this account (number ${String(process.geteuid?.())}) has no name now: the user database has no entry, or the directory that names it is out of reach`;
    const missing = (): never => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    expect(accountName(missing)).toEqual({ ok: false, error });
  });

  it('finds the home of the account', () => {
    expect(homeFolder()).toBe(homedir());
  });
});
