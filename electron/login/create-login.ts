import type { Config } from '../../shared/config/config-schema.ts';
import type { LoginPolicy } from '../../shared/login/machine/login-policy.ts';
import type { CallerDetails } from './caller-details.ts';
import type { CredentialSource } from '../service/credentials.ts';
import type { Clock } from '../os/clock.ts';
import type { EngineProtocol } from '../event-channel/protocol-version.ts';
import type { HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import type { Logger } from '../log/logger.ts';
import type { HttpPort } from '../network/http-port.ts';
import { redactingHttp, type Secret } from '../network/redact.ts';
import type { ProxyLogins } from '../network/proxy-credentials.ts';
import { openRealtime } from '../event-channel/event-channel.ts';
import { createServiceClient } from '../service/service-client.ts';
import type { SignedAnswers } from '../service/signed-answers.ts';
import type { WebSocketPort } from '../network/websocket-port.ts';
import { LoginController } from './login-controller.ts';
import type { LoginListeners } from './login-listeners.ts';
import type { LoginPreferences } from './preferences.ts';
import { startContextFor } from './start-context.ts';

export type LoginOptions = Readonly<{
  config: Config;
  credentials: CredentialSource;
  preferences: LoginPreferences;
  log: Logger;
  /** The name that the field shows first; empty if the person is to type one. */
  username: string;
  /** Null for a promptless application. */
  hostedPage: HostedPageDisplay | null;
  /** Sent as `appVer`. */
  version: string;
  http: HttpPort;
  webSocket: WebSocketPort;
  details: CallerDetails | null;
  /** Logins for proxies, which redaction removes from all text. */
  proxyLogins: Pick<ProxyLogins, 'secrets'>;
  /** Memory of the services whose answers were signed. */
  signedAnswers: SignedAnswers;
  clock: Clock;
  random: () => number;
  /** End of `--timeout`, in milliseconds of `clock`; null without it. */
  endsAtMs: number | null;
}> &
  LoginListeners;

export function createLogin(options: LoginOptions): LoginController {
  const { config, clock, webSocket, credentials } = options;
  const {
    baseUrl,
    signatureHeader,
    responseSignature,
    applicationType,
    realtime: channel,
  } = config.service;
  const secrets = (): readonly Secret[] => [
    ...credentials.secrets(),
    ...options.proxyLogins.secrets(),
  ];
  const http = redactingHttp(options.http, secrets);
  const contextFor = startContextFor(config, options.version, options.details);
  /** The service's clock minus the computer's; null before the first answer with a date. */
  let clockOffMs: number | null = null;
  const client = createServiceClient({
    onClockOffset: (offsetMs) => {
      clockOffMs = offsetMs;
    },
    http,
    secrets,
    credentials,
    baseUrl,
    signatureHeader,
    responseSignature,
    signedAnswers: options.signedAnswers,
    applicationType,
    requestTimeoutMs: config.login.timeouts.requestSeconds * 1000,
    contextFor,
  });
  const realtime = {
    http,
    webSocket,
    clock,
    random: options.random,
    baseUrl,
    ...channel,
    protocol: protocolOf(channel.protocol),
    capabilities: { protocol: null, transport: null },
  };
  return new LoginController({
    ...options,
    service: client,
    openRealtime: (tid, handlers) => openRealtime(realtime, tid, handlers),
    clockOffMs: () => clockOffMs,
    policy: policyOf(options),
    hostName: contextFor('').hostName,
  });
}

function protocolOf(configured: 'auto' | '3' | '4'): EngineProtocol | null {
  if (configured === 'auto') return null;
  return configured === '3' ? 3 : 4;
}

function policyOf({ config, credentials, endsAtMs, hostedPage }: LoginOptions): LoginPolicy {
  const { login, service } = config;
  return {
    hostedPage: hostedPage?.display ?? null,
    bypass: login.bypass,
    failMode: login.failMode,
    isUsernameEditable: login.username === 'ask',
    usernameDomains: login.usernameDomains,
    showsDestination: login.showDestination,
    authenticatorScheme: login.authenticatorScheme,
    connect: service.realtime.connect,
    loginMs: login.timeouts.loginSeconds * 1000,
    // Add time for the key store, because a slow key store does not mean an unreachable service.
    requestMs: login.timeouts.requestSeconds * 1000 + credentials.slackMs,
    approvalMs: login.timeouts.approvalSeconds * 1000,
    endsAtMs,
  };
}
