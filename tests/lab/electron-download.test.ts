/**
 * The download of Electron, by its own installer: slow lines, a server that stops, a proxy. Servers
 * of loopback alone.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { tempFolders } from '../support/files/temp-folder.ts';
import { fetchElectron } from '../../lab/electron.ts';

const HOUR_MS = 3_600_000;
/** Silence at which a download ends: short. */
const SHORT_MS = 1_500;
/**
 * Longer than the start of the installer on a busy computer, and many times the pause between two
 * bytes below.
 */
const LONG_MS = 6_000;
const BYTE_MS = 50;

describe('the download of Electron', () => {
  const temp = tempFolders();
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  const serve = async (
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
  };
  const fetchFrom = (
    variables: NodeJS.ProcessEnv,
    limits: Partial<{ silenceMs: number; wholeMs: number }> = {},
  ): Promise<string | undefined> => {
    // No proxy and no cache but the test's.
    const { PATH, HOME } = process.env;
    const env = {
      PATH,
      HOME,
      electron_config_cache: path.join(temp.folder(), 'cache'),
      ...variables,
    };
    return fetchElectron(env, { silenceMs: HOUR_MS, wholeMs: HOUR_MS, ...limits });
  };

  it('goes on with the download of Electron while bytes come, for longer than silence may last', async () => {
    let lasted = 0;
    const url = await serve((_request, response) => {
      const from = performance.now();
      const timer = setInterval(() => {
        lasted = performance.now() - from;
        response.write('x');
        if (lasted < LONG_MS) return;
        clearInterval(timer);
        response.end();
      }, BYTE_MS);
    });
    // To its end, where it turns out not to be Electron.
    expect(await fetchFrom({ ELECTRON_MIRROR: url }, { silenceMs: LONG_MS })).not.toMatch(
      /no byte|no end/,
    );
    expect(lasted).toBeGreaterThanOrEqual(LONG_MS);
  });

  it.each([
    ['if the server stops', { silenceMs: SHORT_MS }, 'no byte for 1.5 s'],
    ['at a limit in any case', { wholeMs: 1_500 }, 'no end after 0.025 min'],
  ])('ends the download of Electron %s', async (_when, limits, reason) => {
    const url = await serve((_request, response) => response.write('some bytes'));
    expect(await fetchFrom({ ELECTRON_MIRROR: url }, limits)).toBe(reason);
  });

  it.each(['HTTPS_PROXY', 'https_proxy'])(
    'downloads Electron through the proxy of %s',
    async (name) => {
      const asked: string[] = [];
      const proxy = await serve(() => undefined);
      server?.on('connect', ({ url = '' }, socket) => {
        asked.push(url);
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      });
      expect(
        await fetchFrom({ ELECTRON_MIRROR: 'https://elsewhere.test/', [name]: proxy }),
      ).toBeDefined();
      expect(asked).toContain('elsewhere.test:443');
    },
  );
});
