import { execFileSync } from 'node:child_process';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { offersExtension } from '../../../../../electron/os/linux/x-extension.ts';
import { tempFolders } from '../../../../support/files/temp-folder.ts';
import {
  missingForDisplay,
  openUntrustedDisplay,
} from '../../../../support/display/untrusted-display.ts';

const temp = tempFolders();
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

/** A server whose answers are these bytes, one for each read; none: it stays silent. */
async function serverThat(answers: readonly Buffer[], heard: Buffer[] = []): Promise<string> {
  const server: Server = createServer((socket) => {
    const left = [...answers];
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      heard.push(data);
      const next = left.shift();
      if (next !== undefined) socket.write(next);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => server.close());
  // A display's port is 6000 and its number.
  return `127.0.0.1:${(server.address() as AddressInfo).port - 6000}.0`;
}

const accepted = Buffer.concat([Buffer.from([1, 0, 11, 0, 0, 0, 2, 0]), Buffer.alloc(8)]);
const reply = (isPresent: boolean): Buffer => {
  const bytes = Buffer.alloc(32);
  bytes[0] = 1;
  bytes[8] = Number(isPresent);
  return bytes;
};
const ask = (display: string): Promise<boolean | null> =>
  offersExtension('XKEYBOARD', { DISPLAY: display, XAUTHORITY: '/nonexistent' });

describe('an extension of the X server', () => {
  it.each([true, false])(
    'takes an extension for offered as the X server answers: %s',
    async (isPresent) => {
      expect(await ask(await serverThat([accepted, reply(isPresent)]))).toBe(isPresent);
    },
  );

  it.each([
    ['refuses the program', [Buffer.from([0, 3, 11, 0, 0, 0, 1, 0, 78, 111, 33, 0])]],
    ['answers with an error', [accepted, Buffer.alloc(32)]],
    ['is silent', []],
  ])('does not know of an extension when the X server %s', async (_what, answers) => {
    expect(await ask(await serverThat(answers))).toBe(null);
  });

  it.each(['', ':0:0', '/private/tmp/launch:0', 'host', ':x', ':99999', 'another.example:0'])(
    'does not know of an extension of the display %j',
    async (display) => {
      expect(await ask(display)).toBe(null);
    },
  );

  /** An entry of a cookie file. */
  const entry = (family: number, ...fields: readonly string[]): Buffer => {
    const number = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
    const parts = fields.flatMap((text) => [number(text.length), Buffer.from(text)]);
    return Buffer.concat([number(family), ...parts]);
  };

  it('sends this computer’s cookie, and none that is for another computer', async () => {
    const heard: Buffer[] = [];
    const display = await serverThat([accepted, reply(true)], heard);
    const number = /:(\d+)/.exec(display)?.[1] ?? '';
    const sent = async (...entries: readonly Buffer[]): Promise<string> => {
      heard.length = 0;
      const file = temp.write(join(temp.folder(), 'cookies'), Buffer.concat(entries));
      expect(await offersExtension('XKEYBOARD', { DISPLAY: display, XAUTHORITY: file })).toBe(true);
      return Buffer.concat(heard).toString('latin1');
    };
    const name = 'MIT-MAGIC-COOKIE-1';
    const others = entry(0, 'far', number, name, 'cookie of others');
    expect(await sent(others)).not.toContain('cookie');
    expect(await sent(others, entry(256, hostname(), number, name, 'cookie of ours'))).toContain(
      'of ours',
    );
    expect(await sent(others, entry(65_535, 'old-name', '', name, 'cookie of ours'))).toContain(
      'of ours',
    );
  });

  it('does not wait for a FIFO in the place of the cookies', async () => {
    const fifo = join(temp.folder(), 'fifo');
    execFileSync('mkfifo', [fifo]);
    const display = await serverThat([accepted, reply(true)]);
    expect(await offersExtension('XKEYBOARD', { DISPLAY: display, XAUTHORITY: fifo })).toBe(true);
  });

  it.skipIf(missingForDisplay.length > 0)(
    'finds an extension offered to a trusted client, and not to another',
    async () => {
      const folder = temp.folder();
      const { name, trusted, untrusted, end } = await openUntrustedDisplay(folder);
      ended.push(end);
      const asked = (file: string): Promise<boolean | null> =>
        offersExtension('XKEYBOARD', { DISPLAY: name, XAUTHORITY: file });
      expect(await asked(trusted)).toBe(true);
      expect(await asked(untrusted)).toBe(false);
      expect(await asked(join(folder, 'none'))).toBe(null);
    },
  );
});
