import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { nodeHost } from '../../../../electron/node-api/host.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const BUILD = { name: 'Gatehouse', version: '1.2.3', isPackaged: true };

it('keeps its data where Electron keeps it, and makes the folder for this account alone', () => {
  const home = temp.folder();
  const { program } = nodeHost(BUILD, { HOME: home });
  const path = join(home, '.config', 'Gatehouse');
  expect(program.dataPath()).toEqual({ ok: true, value: path });
  expect(program.logsFolder()).toBe(join(path, 'logs'));
  expect(program.dataFolder()).toEqual({ ok: true, value: path });
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('says why there is no folder for its data, without a home', () => {
  const { program } = nodeHost(BUILD, {});
  expect(program.dataFolder()).toEqual({
    ok: false,
    error: { path: '', reason: "there is no folder for this program's own data: HOME is not set" },
  });
});

it('seals and unseals nothing, because it has no key store', async () => {
  const { keyStore } = nodeHost(BUILD, {});
  expect(keyStore.isSupported).toBe(false);
  expect([await keyStore.backend(), await keyStore.protects()]).toEqual(['none', false]);
  expect(await keyStore.seal('secret')).toMatchObject({ ok: false });
  expect(await keyStore.unseal(Buffer.from('sealed'))).toEqual({ ok: false, error: 'unsupported' });
});

it('tells a sleep of the computer once, within two seconds of waking', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let sleptMs = 0;
  const clock = { nowMs: () => 1_234.5 + performance.now() + sleptMs };
  const onChange = vi.fn();
  nodeHost(BUILD, {}, clock).watchOnline(onChange);
  vi.advanceTimersByTime(60_000);
  expect(onChange).not.toHaveBeenCalled();
  sleptMs = 90_000;
  vi.advanceTimersByTime(2000);
  expect(onChange).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(onChange).toHaveBeenCalledOnce();
});

it('tells the facts of its build', () => {
  const { program } = nodeHost(BUILD, {});
  expect([program.name(), program.version(), program.isPackaged()]).toEqual([
    'Gatehouse',
    '1.2.3',
    true,
  ]);
});
