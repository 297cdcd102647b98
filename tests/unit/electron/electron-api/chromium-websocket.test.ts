import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chromiumWebSocket } from '../../../../electron/electron-api/chromium-websocket.ts';
import type { HostVerdict } from '../../../../electron/network/session-slot.ts';
import type { WebSocketLike } from '../../../../electron/network/websocket-port.ts';

/** Chromium's websocket. */
type Inner = WebSocketLike & { sent: string[]; closes: number };

const electron = vi.hoisted(() => ({ sockets: [] as unknown[], refuses: false }));
vi.mock('electron', () => ({
  app: {},
  net: {
    WebSocket: class {
      sent: string[] = [];
      closes = 0;
      constructor() {
        if (electron.refuses) throw new SyntaxError('refused');
        electron.sockets.push(this);
      }
      send(data: string): void {
        this.sent.push(data);
      }
      close(): void {
        this.closes += 1;
      }
    },
  },
}));

const settled = (): Promise<void> => new Promise(setImmediate);

function opened(
  url = 'wss://mfa.example.com/socket',
  verdict: () => Promise<HostVerdict | 'ended'> = () => Promise.resolve('accepted'),
) {
  const ends: boolean[] = [];
  const calls = {
    use: () =>
      Promise.resolve({
        session: {},
        verdict,
        end: ({ isGivenUp }: { isGivenUp: boolean }) => ends.push(isGivenUp),
      }),
    leaveConnections: () => undefined,
  };
  const heard: string[] = [];
  const socket = chromiumWebSocket({ sessions: { calls, others: calls } } as never)(url, {});
  socket.onopen = () => heard.push('open');
  socket.onmessage = ({ data }) => heard.push(String(data));
  socket.onerror = () => heard.push('error');
  socket.onclose = ({ code }) => heard.push(`close ${String(code)}`);
  return { socket, heard, ends };
}

const inner = (): Inner => electron.sockets.at(-1) as Inner;

beforeEach(() => {
  electron.sockets.length = 0;
  electron.refuses = false;
});

describe('a websocket', () => {
  it('opens a websocket, hears and sends by it, and ends it once', async () => {
    const { socket, heard, ends } = opened();
    socket.binaryType = 'arraybuffer';
    await settled();
    inner().onopen?.();
    await settled();
    inner().onmessage?.({ data: 'hello' });
    socket.send('hi');
    socket.close();
    inner().onclose?.({ code: 1000, reason: '' });
    inner().onclose?.({ code: 1006, reason: '' });
    expect(heard).toEqual(['open', 'hello', 'close 1000']);
    expect([inner().binaryType, inner().sent, inner().closes, ends]).toEqual([
      'arraybuffer',
      ['hi'],
      1,
      [false],
    ]);
  });

  it('keeps the messages that come before a websocket is open', async () => {
    const { heard } = opened();
    await settled();
    inner().onopen?.();
    inner().onmessage?.({ data: 'early' });
    await settled();
    inner().onmessage?.({ data: 'later' });
    expect(heard).toEqual(['open', 'early', 'later']);
  });

  it.each(['refused', 'unknown', 'ended'] as const)(
    'closes a websocket before anything is sent if the verdict of the rule for certificates is %s (SEC-100)',
    async (verdict) => {
      const { heard } = opened(undefined, () => Promise.resolve(verdict));
      await settled();
      inner().onopen?.();
      inner().onmessage?.({ data: 'early' });
      await settled();
      expect([heard, inner().sent, inner().closes]).toEqual([['error', 'close 1006'], [], 1]);
    },
  );

  it('needs no certificate for a websocket over plain http', async () => {
    const { heard } = opened('ws://127.0.0.1:8080/', () => Promise.resolve('unknown'));
    await settled();
    inner().onopen?.();
    await settled();
    expect(heard).toEqual(['open']);
  });

  it('never makes a websocket that is closed before its session is ready', async () => {
    const { socket, heard, ends } = opened();
    socket.close();
    await settled();
    expect([heard, electron.sockets, ends]).toEqual([['close 1006'], [], [false]]);
  });

  it('gives up a websocket that we close before it opened', async () => {
    const { socket, ends } = opened();
    await settled();
    socket.close();
    inner().onclose?.({ code: 1006, reason: '' });
    expect(ends).toEqual([true]);
  });

  it('ends a websocket that Chromium refuses', async () => {
    electron.refuses = true;
    const { heard } = opened();
    await settled();
    expect(heard).toEqual(['error', 'close 1006']);
  });
});
