/** The pictures of the doctor's screen show the doctor's report on such a network. */
import { describe, expect, it } from 'vitest';
import type { DoctorPorts } from '../../../../electron/doctor/ports.ts';
import type { HttpOutcome, HttpPort } from '../../../../electron/network/http-port.ts';
import type { WebSocketPort } from '../../../../electron/network/websocket-port.ts';
import { chromiumFailure } from '../../../../electron/network/network-errors.ts';
import { success } from '../../../../shared/result.ts';
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { FakeClock } from '../../../support/fakes/fake-clock.ts';
import { errorAnswer, httpAnswer } from '../../../support/fakes/fake-http.ts';
import { fakeSocket } from '../../../support/fakes/fake-socket.ts';
import { testConfig } from '../../../support/login/test-config.ts';
import { REPORTS } from '../../renderer/reports.ts';
import { examine } from './examine.ts';
import { fakePolling, PACKETS } from './fake-event-channel.ts';
import { NOW, ok, STORE } from './fake-ports.ts';

const DATE = { date: NOW.toUTCString() };

type Answers = Readonly<{
  appInit?: HttpOutcome;
  everything?: HttpOutcome;
  socket?: 'open' | 'closed';
}>;

function network(clock: FakeClock, { appInit = ok(), everything, socket = 'open' }: Answers) {
  const later = <Value>(ms: number, value: Value): Promise<Value> =>
    new Promise((resolve) => {
      clock.schedule(ms, () => {
        resolve(value);
      });
    });
  const polling = fakePolling({
    get: [httpAnswer(200, PACKETS.openNew), httpAnswer(200, PACKETS.connected)],
  });
  const http: HttpPort = (request) => {
    const { url, headers } = request;
    const { pathname } = new URL(url);
    if (everything) return Promise.resolve(everything);
    if (pathname.endsWith('/app/init')) return Promise.resolve(appInit);
    if (headers['X-Service-Signature'] !== undefined) {
      const name = pathname.endsWith('/methodSSH') ? 'tid' : 'username';
      const result = { exception: 'MissingFieldException', code: 3, name };
      return Promise.resolve(httpAnswer(400, { status: 'ERROR', code: 400, result }));
    }
    if (pathname.endsWith('/transaction/init')) {
      return Promise.resolve({ ...errorAnswer('InvalidSignatureException', 9), headers: DATE });
    }
    return url.includes('sid=') ? polling.port(request) : later(310, request).then(polling.port);
  };
  const webSocket: WebSocketPort = () => {
    const { socket: made } = fakeSocket({ '40': PACKETS.connected });
    clock.schedule(120, () => {
      if (socket === 'open') {
        made.onopen?.();
        made.onmessage?.({ data: PACKETS.openNew });
      } else made.onclose?.({ code: 1006, reason: '' });
    });
    return made;
  };
  return { http, webSocket };
}

const failed = { kind: 'failed', fault: 'name', evidence: toEvidence`ENOTFOUND` } as const;
const PROXY = 'proxy.northwind.example:3128';
const asking = {
  kind: 'proxy-login',
  evidence: toEvidence`ERR_TUNNEL_CONNECTION_FAILED`,
  proxy: { id: PROXY, name: PROXY, hasRefused: false },
} as const;
const unnamed = chromiumFailure('ERR_NAME_NOT_RESOLVED');

const NETWORKS: Record<
  'healthy' | 'secret' | 'name' | 'websocket' | 'proxy',
  Answers & Readonly<{ ports?: Partial<DoctorPorts> }>
> = {
  healthy: {},
  secret: { appInit: errorAnswer('InvalidSignatureException', 9) },
  name: {
    everything: unnamed,
    ports: { lookup: () => Promise.resolve(failed), connectTcp: () => Promise.resolve(failed) },
  },
  websocket: { socket: 'closed' },
  proxy: { everything: asking, ports: { resolveProxy: () => Promise.resolve(`PROXY ${PROXY}`) } },
};

describe('the doctor’s report in a picture', () => {
  it.each(Object.entries(NETWORKS))(
    'reports what the picture "%s" shows',
    async (name, { ports = {}, ...answers }) => {
      const clock = new FakeClock(0);
      const config = testConfig({
        service: { baseUrl: 'https://mfa.northwind.example' },
        login: { username: 'given' },
      });
      const changes: Partial<DoctorPorts> = {
        ...network(clock, answers),
        issuerOf: () => 'Northwind Root 3',
        keyStore: { ...STORE, backend: () => Promise.resolve('gnome_libsecret') },
        ...ports,
      };
      const setup = { config: success(config), files: ['/etc/gatehouse/config.json'] };
      const { report } = await examine(changes, setup, clock);
      const { findings, first, exitCode } = REPORTS[name as keyof typeof NETWORKS];
      expect(report).toMatchObject({ first, exitCode });
      expect(report.findings).toEqual(findings);
    },
  );
});
