import {
  CHECKS,
  reportOf,
  type CheckName,
  type DoctorReport,
  type Finding,
} from '../../shared/doctor/report.ts';
import { redactSecrets, type Secret } from '../network/redact.ts';
import { checkClock } from './check-clock.ts';
import { checkConfiguration } from './check-configuration.ts';
import { checkCredentials } from './check-credentials.ts';
import { checkDisplay } from './check-display.ts';
import { checkKeyStore, keyStoreFault } from './check-key-store.ts';
import { checkRealtime } from './check-realtime.ts';
import { checkNetworkPath, hasAnswered, NETWORK_PATH } from './check-network-path.ts';
import type { DoctorContext } from './context.ts';
import { finding, notTried } from './finding.ts';
import { DOCTOR_LIMITS, type DoctorLimits, type DoctorPorts } from './ports.ts';
import { reach } from './reach.ts';
import { explained } from './handshake-evidence.ts';
import { probeEventChannel } from './probe-event-channel.ts';
import type { Setup } from './setup.ts';
import type { CredentialFailure } from '../../shared/service/service-failure.ts';
import type { CredentialSource } from '../service/credentials.ts';

const REALTIME = ['polling', 'websocket', 'generation'] as const;

export type DoctorOptions = Readonly<{
  setup: Setup;
  ports: DoctorPorts;
  version: string;
  limits?: DoctorLimits;
}>;

/**
 * Runs independent checks in parallel (docs/networks.md). Never rejects. At `limits.overall`, a
 * running check becomes `time-up`, an unstarted one `not-tried`; a check that throws becomes
 * `internal-fault`.
 */
export async function runChecks(options: DoctorOptions): Promise<DoctorReport> {
  const { setup, ports, version, limits = DOCTOR_LIMITS } = options;
  const { clock, now } = ports;
  const time = now();
  const startedMs = clock.nowMs();
  const ledger = new Ledger();
  const abort = new AbortController();

  ledger.take('configuration', checkConfiguration(setup));
  // The credentials are opened once, for the checks of the key store and of the credentials.
  const opening = setup.credentials?.ok === true ? setup.credentials.value.open() : null;
  const keyRemark = (): string | null =>
    setup.credentials?.ok === true ? setup.credentials.value.keyRemark() : null;
  const work = Promise.all([
    ledger.during(['key-store'], async () => {
      const opened = await opening;
      const fault = opened?.ok === false ? keyStoreFault(opened.error) : null;
      const found = fault ?? (await checkKeyStore(ports, limits.keyStore));
      // The remark on a file's key is a finding of the configuration, so only a stored key's is one
      // here.
      const remark = setup.keyRemark === null ? keyRemark() : null;
      const hasOnlyRemark = found.verdict === 'well' && remark !== null;
      return [hasOnlyRemark ? finding('key-store', 'secret-unusual', '', remark) : found];
    }),
    ledger.during(['display'], () => checkDisplay(ports, limits.display)),
    setup.config.ok
      ? checkNetwork(
          { config: setup.config.value, ports, limits, signal: abort.signal },
          opening,
          version,
          ledger,
          keyRemark,
        )
      : null,
  ]);
  await new Promise<void>((resolve) => {
    const cancel = clock.schedule(limits.overall, resolve);
    const done = (): void => {
      cancel();
      resolve();
    };
    work.then(done, done);
  });
  const findings = ledger.close().map((found) => redacted(found, setup, ports));
  abort.abort();
  return reportOf(findings, time, clock.nowMs() - startedMs);
}

/** Runs the checks of the network path and, if the service answered, those behind it. */
async function checkNetwork(
  context: DoctorContext,
  opening: Opening,
  version: string,
  ledger: Ledger,
  keyRemark: () => string | null,
): Promise<void> {
  const { service } = context.config;
  await ledger.during([...NETWORK_PATH, 'clock'], async () => {
    const reached = await reach(context);
    return [...checkNetworkPath(reached, service.baseUrl), checkClock(reached)];
  });
  if (!hasAnswered(ledger.of(NETWORK_PATH))) return;
  const { transports } = service.realtime;
  await Promise.all([
    opening !== null &&
      ledger.during(['credentials'], async () => {
        const opened = await opening;
        if (!opened.ok) return [credentialsFault(opened.error)];
        const found = await checkCredentials(context, opened.value, version);
        const remark = found.code === 'secret-wrong' ? keyRemark() : null;
        return [remark === null ? found : { ...found, evidence: `${found.evidence}; ${remark}` }];
      }),
    ledger.during(REALTIME, async () => {
      if (service.applicationType === 'prompt') {
        // The hosted page uses a callback instead.
        return REALTIME.map((check) => notTried(check, 'service.applicationType: prompt'));
      }
      const [polling, websocket] = await Promise.all([
        transports.includes('polling') ? probeEventChannel(context, 'polling') : null,
        transports.includes('websocket') && context.ports.webSocket !== null
          ? probeEventChannel(context, 'websocket')
          : null,
      ]);
      // The polling probe, if it ran, has already reported the status.
      const explainedWebsocket =
        polling === null && websocket !== null ? await explained(context, websocket) : websocket;
      return checkRealtime(service, { polling, websocket: explainedWebsocket });
    }),
  ]);
}

/** The opening of the credentials; null if they are known to be missing. */
type Opening = ReturnType<CredentialSource['open']> | null;

/**
 * The finding for credentials that could not be opened. A fault of the key store is a finding of
 * its own check.
 */
function credentialsFault(failure: CredentialFailure): Finding {
  const { fault } = failure;
  const isMissing = fault === 'secret-missing' || fault === 'system-token-missing';
  return isMissing ? finding('credentials', fault) : notTried('credentials');
}

/** Collects findings. It can be closed, and then report, while checks still run. */
class Ledger {
  readonly #found = new Map<CheckName, readonly Finding[]>();
  readonly #running = new Set<CheckName>();
  #isClosed = false;

  /**
   * Stores findings of a check. The first ones count: later ones, and any after `close`, are
   * ignored.
   */
  take(check: CheckName, findings: readonly Finding[]): void {
    if (!this.#isClosed && !this.#found.has(check)) this.#found.set(check, findings);
  }

  of(checks: readonly CheckName[]): readonly Finding[] {
    return checks.flatMap((check) => this.#found.get(check) ?? []);
  }

  /** Runs `act`, which makes the findings of `checks`. */
  async during(
    checks: readonly CheckName[],
    act: () => Promise<readonly Finding[]>,
  ): Promise<void> {
    for (const check of checks) this.#running.add(check);
    try {
      for (const found of await act()) this.take(found.check, [found]);
    } catch {
      for (const check of checks) this.take(check, [finding(check, 'internal-fault')]);
    }
    for (const check of checks) this.#running.delete(check);
  }

  /**
   * Returns the findings of every check, in the order of `CHECKS`; of one that was not run, that it
   * was not tried.
   */
  close(): readonly Finding[] {
    this.#isClosed = true;
    return CHECKS.flatMap((check) => this.#found.get(check) ?? this.#findingsWithout(check));
  }

  /** What to report of a check that has no findings. */
  #findingsWithout(check: CheckName): readonly Finding[] {
    if (this.#running.has(check)) return [finding(check, 'time-up')];
    return check === 'display' ? [] : [notTried(check)];
  }
}

/** Servers may repeat secrets in their names. */
function redacted(found: Finding, { config, credentials }: Setup, ports: DoctorPorts): Finding {
  const token = config.ok ? (config.value.service.systemToken ?? '') : '';
  const secrets: readonly Secret[] = [
    { text: token, shownAs: '[system token]' },
    ...(credentials?.ok === true ? credentials.value.secrets() : []),
    ...ports.secrets(),
  ];
  const { tried, evidence } = found;
  return {
    ...found,
    tried: redactSecrets(tried, secrets),
    evidence: redactSecrets(evidence, secrets),
  };
}
