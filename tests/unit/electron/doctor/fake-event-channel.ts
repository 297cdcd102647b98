import type { HttpOutcome, HttpRequest } from '../../../../electron/network/http-port.ts';
import { httpAnswer } from '../../../support/fakes/fake-http.ts';
import { never } from './fake-ports.ts';

const OPEN = { sid: 'S', upgrades: [], pingInterval: 25_000, pingTimeout: 20_000 };

/**
 * The packets of a server: its opening of a session, and its answers to a connect packet and a
 * ping.
 */
export const PACKETS = {
  /** Of the old protocol, and of the first servers of the new one. */
  open: `0${JSON.stringify(OPEN)}`,
  /** Of the new protocol, as its present servers say it. */
  openNew: `0${JSON.stringify({ ...OPEN, maxPayload: 1_000_000 })}`,
  connected: '40{"sid":"N"}',
  pong: '3',
} as const;

/** A packet as the old protocol frames it over polling. */
export const framed = (packet: string): string => `${String(packet.length)}:${packet}`;

/**
 * Long polling's answers: to GETs in this order, after which they stay open as polls do; to POSTs
 * likewise, after which all is well. A GET in a session is answered after a POST, as servers do.
 */
export function fakePolling(
  answers: Readonly<{ get: readonly HttpOutcome[]; post?: readonly HttpOutcome[] }>,
) {
  const gets = [...answers.get];
  const posts = [...(answers.post ?? [])];
  const requests: HttpRequest[] = [];
  let onSent = (): void => undefined;
  const isSent = new Promise<void>((resolve) => {
    onSent = resolve;
  });
  const port = async (request: HttpRequest): Promise<HttpOutcome> => {
    requests.push(request);
    if (request.method === 'POST') {
      const outcome = posts.shift() ?? httpAnswer(200, 'ok');
      onSent();
      return outcome;
    }
    const outcome = gets.shift();
    if (outcome === undefined) return await never();
    if (request.url.includes('sid=')) await isSent;
    return outcome;
  };
  return { port, requests };
}
