import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseArguments } from '../../../../shared/command-line/parse-arguments.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

const electron = vi.hoisted(() => ({ folder: '', exits: [] as number[] }));
const SILENT = vi.hoisted(() => new Promise<never>(() => undefined));
vi.mock('electron', () => ({
  app: {
    whenReady: () => Promise.resolve(),
    isReady: () => true,
    getPath: () => electron.folder,
    exit: (code: number) => electron.exits.push(code),
  },
  safeStorage: {
    isAsyncEncryptionAvailable: () => SILENT,
    encryptStringAsync: () => SILENT,
    decryptStringAsync: () => SILENT,
    getSelectedStorageBackend: () => 'gnome_libsecret',
  },
}));

const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
let said = '';
beforeEach(() => {
  Object.defineProperty(process, 'platform', { ...own, value: 'linux' });
  vi.stubEnv('DBUS_SESSION_BUS_ADDRESS', 'unix:path=/nowhere');
  electron.folder = temp.folder();
  vi.useFakeTimers();
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => ((said += String(text)), true));
  }
});
afterEach(() => {
  Object.defineProperty(process, 'platform', own);
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('ends keys status in a minute beside a key store that asks and gets no answer', async () => {
  const { runKeys } = await import('../../../../electron/commands/run-keys.ts');
  const parsed = parseArguments(['keys', 'status', '--json']);
  if (!parsed.ok) throw new Error(parsed.error.reason);
  const { electronHost } = await import('../../../../electron/electron-api/host.ts');
  void runKeys(electronHost, parsed.value, electron.folder);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(electron.exits, said).toEqual([78]);
  expect(said).toContain('"keyStore":{"backend":"gnome_libsecret","protects":false}');
  expect(said).toContain('the key store does not answer');
});
