import { createLogin } from '../../../electron/login/create-login.ts';
import { ProxyLogins } from '../../../electron/network/proxy-credentials.ts';
import { givenCredentials } from '../../../electron/service/credentials.ts';
import { createLocalSigner } from '../../../electron/service/request-signer.ts';
import type { SignedAnswers } from '../../../electron/service/signed-answers.ts';
import type { HostedPageDisplay } from '../../../electron/hosted-page/hosted-page.ts';
import type { HttpPort } from '../../../electron/network/http-port.ts';
import type { WebSocketPort } from '../../../electron/network/websocket-port.ts';
import type { CallerDetails } from '../../../electron/login/caller-details.ts';
import type { LoginController } from '../../../electron/login/login-controller.ts';
import type { LoginPreferences } from '../../../electron/login/preferences.ts';
import { DEFAULTS, type Config } from '../../../shared/config/config-schema.ts';
import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { Emulator } from '../../../emulator/emulator.ts';
import { nodeHttpTo } from '../network/node-port.ts';
import { nodeWebSocket } from '../network/node-websocket.ts';
import { ownTimeClock } from '../fakes/own-time-clock.ts';
import { SEED } from '../random/seed.ts';
import { seededRandom } from '../random/seeded-random.ts';
import { testConfig } from './test-config.ts';
import { ViewWaiters } from './view-waiters.ts';

type ViewOf<Screen extends LoginView['screen']> = Extract<LoginView, { screen: Screen }>;

/** Changes to the configuration a run starts with. */
export type ConfigChanges = Readonly<{
  service?: Partial<Config['service']>;
  realtime?: Partial<Config['service']['realtime']>;
  login?: Partial<Omit<Config['login'], 'timeouts'>>;
  timeouts?: Partial<Config['login']['timeouts']>;
  params?: Partial<Config['params']>;
  /** The caller's details about a person. */
  details?: CallerDetails;
  /** Where the hosted page of a prompt-capable application is shown. */
  hostedPage?: HostedPageDisplay;
  /** The network, where it is more than this computer's loopback. */
  network?: Readonly<{ http: HttpPort; webSocket: WebSocketPort; proxyLogins: ProxyLogins }>;
}>;

/** The engine as it runs in main, in this process, with real sockets and this process's own time. */
export class LoginRun {
  readonly login: LoginController;
  readonly outcomes: LoginOutcome[] = [];
  readonly logged: { event: string; fields: unknown }[] = [];
  readonly #time = ownTimeClock();
  readonly #waiters = new ViewWaiters(() => this.view, this.#time.clock);

  constructor(
    emulator: Pick<Emulator, 'url' | 'systemToken' | 'secretKey'>,
    changes: ConfigChanges = {},
    preferences: LoginPreferences = NO_PREFERENCES,
    signedAnswers: SignedAnswers = new Set(),
  ) {
    const network = changes.network ?? {
      http: nodeHttpTo(emulator.url),
      webSocket: nodeWebSocket,
      proxyLogins: new ProxyLogins(),
    };
    this.login = createLogin({
      ...network,
      details: changes.details ?? null,
      hostedPage: changes.hostedPage ?? null,
      config: configFor(emulator, changes),
      credentials: givenCredentials(
        createLocalSigner(
          Buffer.from(emulator.secretKey, 'utf8'),
          changes.service?.signatureEncoding ?? DEFAULTS.service.signatureEncoding,
        ),
        changes.service?.systemToken ?? emulator.systemToken,
      ),
      version: '0.0.0',
      clock: this.#time.clock,
      random: seededRandom(SEED).fraction,
      endsAtMs: null,
      preferences,
      signedAnswers,
      log: (event, fields) => this.logged.push({ event, fields }),
      username: '',
      onView: () => {
        this.#waiters.check();
      },
      onOutcome: (outcome) => this.outcomes.push(outcome),
      onLeave: () => undefined,
    });
  }

  /** The present view. */
  get view(): LoginView {
    return this.login.view().view;
  }

  /**
   * Waits until the present view fits, and returns it; the error after the deadline names the view
   * shown instead.
   */
  async until<View extends LoginView>(
    what: string,
    fits: (view: LoginView) => view is View,
    deadlineMs?: number,
  ): Promise<View>;
  async until(
    what: string,
    fits: (view: LoginView) => boolean,
    deadlineMs?: number,
  ): Promise<LoginView>;
  async until(
    what: string,
    fits: (view: LoginView) => boolean,
    deadlineMs = 30_000,
  ): Promise<LoginView> {
    return await this.#waiters.until(what, fits, deadlineMs);
  }

  /** Waits for a screen. */
  async screen<Screen extends LoginView['screen']>(
    screen: Screen,
    deadlineMs?: number,
  ): Promise<ViewOf<Screen>> {
    return await this.until(
      screen,
      (view): view is ViewOf<Screen> => view.screen === screen,
      deadlineMs,
    );
  }

  /** Gives the name. */
  submitUsername(username: string): void {
    this.login.dispatch({ type: 'submit-username', username });
  }

  close(): void {
    this.login.close();
    this.#time.stop();
  }
}

/** Preferences that are always empty. */
export const NO_PREFERENCES: LoginPreferences = {
  username: () => '',
  methodFor: () => null,
  remember: () => undefined,
};

/** An effective configuration for an emulator. */
export function configFor(
  emulator: Pick<Emulator, 'url' | 'systemToken'>,
  changes: ConfigChanges,
): Config {
  return testConfig({
    service: {
      baseUrl: emulator.url,
      systemToken: emulator.systemToken,
      ...changes.service,
      realtime: { ...DEFAULTS.service.realtime, ...changes.realtime },
    },
    login: { ...changes.login, timeouts: { ...DEFAULTS.login.timeouts, ...changes.timeouts } },
    ...(changes.params && { params: changes.params }),
  });
}
