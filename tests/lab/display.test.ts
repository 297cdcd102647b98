/**
 * Set-up's knowledge of displays: valid names, cookies, and whether a server answers. Dead
 * displays: launcher.test.ts.
 */
import net from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolders } from '../support/files/temp-folder.ts';
import { parseDisplay, authorityEntry, cookieFor, answers } from '../../lab/x11.ts';

describe('display names', () => {
  it.each([
    [':0', { host: undefined, number: 0 }],
    [':17.2', { host: undefined, number: 17 }],
    ['unix:3', { host: undefined, number: 3 }],
    ['localhost:10.0', { host: 'localhost', number: 10 }],
  ])('reads host and number in the name %s', (name, parts) => {
    expect(parseDisplay(name)).toEqual(parts);
  });

  it.each(['', 'nonsense', ':', ':x', 'host'])('finds no display in the name "%s"', (name) => {
    expect(parseDisplay(name)).toBeUndefined();
  });
});

const temp = tempFolders();

it('finds the cookie of any display in a file of our own', () => {
  const file = path.join(temp.folder(), 'authority');
  expect(cookieFor(':5', { XAUTHORITY: file })).toBeUndefined();
  temp.write(file, authorityEntry(Buffer.from('0123456789abcdef')));
  expect(cookieFor(':5', { XAUTHORITY: file })?.toString()).toBe('0123456789abcdef');
});

describe('a display works', () => {
  /** Serves one answer on a TCP port that a display number stands for, and asks for it. */
  const askServer = async (answer: number): Promise<{ works: boolean; greeting: Buffer }> => {
    let greeting = Buffer.alloc(0);
    const server = net.createServer((socket) => {
      socket.once('data', (data) => {
        greeting = data;
        socket.end(Buffer.from([answer, 0, 11, 0, 0, 0, 0, 0]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const works = await answers(`127.0.0.1:${port - 6000}`, Buffer.from('0123456789abcdef'));
    server.close();
    return { works, greeting };
  };

  it('finds that a display works if its server accepts our cookie, and not if it refuses', async () => {
    const { works, greeting } = await askServer(1);
    expect(works).toBe(true);
    expect(greeting.toString('latin1')).toContain('MIT-MAGIC-COOKIE-1\0\u00000123456789abcdef');
    expect((await askServer(0)).works).toBe(false);
  });
});
