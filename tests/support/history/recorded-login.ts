import { givenCredentials } from '../../../electron/service/credentials.ts';
import { createLocalSigner } from '../../../electron/service/request-signer.ts';
import type { LoginController } from '../../../electron/login/login-controller.ts';
import { processClock, type Clock } from '../../../electron/os/clock.ts';
import type { HttpPort } from '../../../electron/network/http-port.ts';
import type { TransportName } from '../../../electron/event-channel/connection.ts';
import { openRealtime } from '../../../electron/event-channel/event-channel.ts';
import { createServiceClient } from '../../../electron/service/service-client.ts';
import type { WebSocketPort } from '../../../electron/network/websocket-port.ts';
import { DEFAULTS } from '../../../shared/config/config-schema.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import { policyWith } from '../login/login-fixtures.ts';
import { nodeHttpTo } from '../network/node-port.ts';
import { nodeWebSocket } from '../network/node-websocket.ts';
import { SEED } from '../random/seed.ts';
import { seededRandom } from '../random/seeded-random.ts';
import { ViewWaiters } from '../login/view-waiters.ts';
import type { History } from './history.ts';
import { recordedController } from './recorded.ts';
import { Recorder } from './recorder.ts';

export type RecordedLoginOptions = Readonly<{
  server: Readonly<{ url: string; systemToken: string; secretKey: string }>;
  transports: readonly TransportName[];
  /** How late "at once" may be. */
  toleranceMs: number;
  http?: HttpPort;
  webSocket?: WebSocketPort;
  clock?: Clock;
  approvalMs?: number;
}>;

/**
 * The engine with its real client, event channel and controller, put together as `create-login.ts`
 * does, with the recorder between the parts.
 */
export class RecordedLogin {
  readonly login: LoginController;
  readonly #recorder: Recorder;
  readonly #waiters: ViewWaiters;

  constructor(options: RecordedLoginOptions) {
    const { server, webSocket = nodeWebSocket, clock = processClock } = options;
    const { http = nodeHttpTo(server.url) } = options;
    this.#waiters = new ViewWaiters(() => this.view, clock);
    const policy = policyWith(
      options.approvalMs === undefined ? {} : { approvalMs: options.approvalMs },
    );
    const recorder = new Recorder({ policy, toleranceMs: options.toleranceMs }, () =>
      clock.nowMs(),
    );
    recorder.handle('system-token', server.systemToken);
    recorder.handle('secret-key', server.secretKey);
    const { service } = DEFAULTS;
    const client = createServiceClient({
      secrets: () => [],
      http,
      credentials: givenCredentials(
        createLocalSigner(Buffer.from(server.secretKey, 'utf8'), service.signatureEncoding),
        server.systemToken,
      ),
      baseUrl: server.url,
      signatureHeader: service.signatureHeader,
      responseSignature: service.responseSignature,
      signedAnswers: new Set(),
      requestTimeoutMs: policy.requestMs,
      applicationType: 'promptless',
      contextFor: () => ({
        appVer: '0.0.0',
        hostName: null,
        os: null,
        userIP: null,
        userPhone: null,
        userEmail: null,
        logoutUrl: null,
      }),
    });
    const realtime = {
      http,
      webSocket,
      clock,
      random: seededRandom(SEED).fraction,
      baseUrl: server.url,
      path: service.realtime.path,
      transports: options.transports,
      settleMs: service.realtime.settleMs,
      protocol: null,
      capabilities: { protocol: null, transport: null },
    };
    this.#recorder = recorder;
    this.login = recordedController({
      recorder,
      callbacks: { onView: () => this.#waiters.check() },
      service: client,
      openRealtime: (tid, handlers) => openRealtime(realtime, tid, handlers),
      clock,
      policy,
    });
  }

  get view(): LoginView {
    return this.login.view().view;
  }

  history(): History {
    return this.#recorder.history();
  }

  /** Waits until the present view fits; the error after the deadline names the view shown instead. */
  async until(
    what: string,
    fits: (view: LoginView) => boolean,
    deadlineMs: number,
  ): Promise<LoginView> {
    return await this.#waiters.until(what, fits, deadlineMs);
  }

  close(): void {
    this.login.close();
  }
}
