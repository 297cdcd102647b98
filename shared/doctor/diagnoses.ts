import type { CheckVerdict } from './checks.ts';

type Diagnosis = Readonly<{
  verdict: CheckVerdict;
  /** The exit code of a report whose first finding this is (docs/command-line.md). */
  exitCode: number;
  /**
   * The key of the message that says the finding. A key `cause.…` is shared with the end of a login
   * of this name.
   */
  found: string;
  /** The key of the message that says the next step; null if there is nothing to do. */
  toDo: string | null;
}>;

/** Every finding of the doctor. The codes are shown to people. */
export const DIAGNOSES = {
  well: {
    verdict: 'well',
    exitCode: 0,
    found: 'doctor.finding.well.found',
    toDo: null,
  },
  'not-tried': {
    verdict: 'not-tried',
    exitCode: 0,
    found: 'doctor.finding.not-tried.found',
    toDo: null,
  },
  'time-up': {
    verdict: 'unknown',
    exitCode: 69,
    found: 'doctor.finding.time-up.found',
    toDo: 'doctor.finding.time-up.to-do',
  },
  'internal-fault': {
    verdict: 'unknown',
    exitCode: 70,
    found: 'doctor.finding.internal-fault.found',
    toDo: 'doctor.finding.internal-fault.to-do',
  },

  'configuration-invalid': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.configuration-invalid.found',
    toDo: 'doctor.finding.configuration-invalid.to-do',
  },
  'configuration-readable': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.configuration-readable.found',
    toDo: 'doctor.finding.configuration-readable.to-do',
  },
  'configuration-open-door': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.configuration-open-door.found',
    toDo: 'doctor.finding.configuration-open-door.to-do',
  },
  // Only `config validate` reports this, because these settings are defaults and do not make a
  // login fail.
  'configuration-unsigned': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.configuration-unsigned.found',
    toDo: 'doctor.finding.configuration-unsigned.to-do',
  },
  // Only `config validate` reports this, to root of a computer without Chromium.
  'root-unguarded': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.root-unguarded.found',
    toDo: 'doctor.finding.root-unguarded.to-do',
  },
  'secret-missing': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.secret-missing.found',
    toDo: 'doctor.finding.secret-missing.to-do',
  },
  'secret-unusual': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.secret-unusual.found',
    toDo: 'doctor.finding.secret-unusual.to-do',
  },
  'system-token-missing': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.system-token-missing.found',
    toDo: 'doctor.finding.system-token-missing.to-do',
  },
  'authorities-unusable': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.authorities-unusable.found',
    toDo: 'doctor.finding.authorities-unusable.to-do',
  },
  'logo-unusable': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.logo-unusable.found',
    toDo: 'doctor.finding.logo-unusable.to-do',
  },
  'messages-unusable': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.messages-unusable.found',
    toDo: 'doctor.finding.messages-unusable.to-do',
  },
  'username-unknown': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.username-unknown.found',
    toDo: 'doctor.finding.username-unknown.to-do',
  },
  'username-unlisted': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.username-unlisted.found',
    toDo: 'doctor.finding.username-unlisted.to-do',
  },
  'audit-required': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.audit-required.found',
    toDo: 'doctor.finding.audit-required.to-do',
  },
  // A warning only, because logins succeed without the line.
  'audit-unavailable': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.audit-unavailable.found',
    toDo: 'doctor.finding.audit-unavailable.to-do',
  },
  // A warning only: whether anybody fills the limit is not known, and the administrator may accept
  // it.
  'audit-limited': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.audit-limited.found',
    toDo: 'doctor.finding.audit-limited.to-do',
  },
  'accent-corrected': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.accent-corrected.found',
    toDo: 'doctor.finding.accent-corrected.to-do',
  },
  'key-store-unprotected': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.key-store-unprotected.found',
    toDo: 'doctor.finding.key-store-unprotected.to-do',
  },
  'key-store-locked': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.key-store-locked',
    toDo: 'doctor.finding.key-store-locked.to-do',
  },
  'key-store-changed': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.key-store-changed',
    toDo: 'remedy.log-in-there',
  },
  'key-store-unreadable': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.key-store-unreadable',
    toDo: 'doctor.finding.key-store-unreadable.to-do',
  },
  'key-store-unavailable': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.key-store-unavailable',
    toDo: 'remedy.log-in-there',
  },
  'key-store-silent': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.key-store-silent.found',
    toDo: 'doctor.finding.key-store-silent.to-do',
  },
  'key-store-broken': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.key-store-broken.found',
    toDo: 'doctor.finding.key-store-broken.to-do',
  },
  'ticket-key-unusable': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.ticket-key-unusable.found',
    toDo: 'doctor.finding.ticket-key-unusable.to-do',
  },

  // A warning only, because the terminal and headless logins work.
  'display-without-layout': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.display-without-layout.found',
    toDo: 'doctor.finding.display-without-layout.to-do',
  },

  offline: {
    verdict: 'wrong',
    exitCode: 69,
    found: 'cause.offline',
    toDo: 'doctor.finding.offline.to-do',
  },
  'name-not-found': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'cause.name-not-found',
    toDo: 'doctor.finding.name-not-found.to-do',
  },
  'name-at-proxy': {
    verdict: 'well',
    exitCode: 0,
    found: 'doctor.finding.name-at-proxy.found',
    toDo: null,
  },
  'connection-refused': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.connection-refused.found',
    toDo: 'doctor.finding.connection-refused.to-do',
  },
  'connection-silent': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.connection-silent.found',
    toDo: 'doctor.finding.connection-silent.to-do',
  },
  'connection-failed': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.connection-failed.found',
    toDo: 'doctor.finding.connection-failed.to-do',
  },
  'no-proxy': {
    verdict: 'well',
    exitCode: 0,
    found: 'doctor.finding.no-proxy.found',
    toDo: null,
  },
  'network-path-unknown': {
    verdict: 'unknown',
    exitCode: 0,
    found: 'doctor.finding.network-path-unknown.found',
    toDo: 'doctor.finding.network-path-unknown.to-do',
  },
  'proxy-unknown': {
    verdict: 'unknown',
    exitCode: 0,
    found: 'doctor.finding.proxy-unknown.found',
    toDo: 'doctor.finding.proxy-unknown.to-do',
  },
  'proxy-unreachable': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.proxy-unreachable.found',
    toDo: 'doctor.finding.proxy-unreachable.to-do',
  },
  'proxy-protocol': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.proxy-protocol.found',
    toDo: 'doctor.finding.proxy-protocol.to-do',
  },
  'proxy-login-required': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.proxy-login-required.found',
    toDo: 'doctor.finding.proxy-login-required.to-do',
  },
  'proxy-login-refused': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.proxy-login-refused.found',
    toDo: 'doctor.finding.proxy-login-refused.to-do',
  },
  'proxy-refuses': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.proxy-refuses.found',
    toDo: 'doctor.finding.proxy-refuses.to-do',
  },
  'proxy-script-broken': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.proxy-script-broken.found',
    toDo: 'doctor.finding.proxy-script-broken.to-do',
  },
  'proxy-untrusted': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.proxy-untrusted.found',
    toDo: 'doctor.finding.proxy-untrusted.to-do',
  },

  'tls-untrusted': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.tls-untrusted.found',
    toDo: 'doctor.finding.tls-untrusted.to-do',
  },
  'tls-other-name': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.tls-other-name.found',
    toDo: 'doctor.finding.tls-other-name.to-do',
  },
  'tls-expired': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.tls-expired.found',
    toDo: 'doctor.finding.tls-expired.to-do',
  },
  'tls-failed': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.tls-failed.found',
    toDo: 'doctor.finding.tls-failed.to-do',
  },
  'no-certificate': {
    verdict: 'well',
    exitCode: 0,
    found: 'doctor.finding.no-certificate.found',
    toDo: null,
  },

  'network-sign-in': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'cause.network-sign-in',
    toDo: 'doctor.finding.network-sign-in.to-do',
  },
  'server-error': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.server-error.found',
    toDo: 'doctor.finding.server-error.to-do',
  },
  'not-the-service': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.not-the-service.found',
    toDo: 'doctor.finding.not-the-service.to-do',
  },
  'answer-cut': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.answer-cut.found',
    toDo: 'doctor.finding.answer-cut.to-do',
  },
  'answer-silent': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.answer-silent.found',
    toDo: 'doctor.finding.answer-silent.to-do',
  },
  'answer-unknown': {
    verdict: 'unknown',
    exitCode: 69,
    found: 'doctor.finding.answer-unknown.found',
    toDo: 'doctor.finding.answer-unknown.to-do',
  },
  'response-signature-wrong': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.response-signature-wrong.found',
    toDo: 'doctor.finding.response-signature-wrong.to-do',
  },
  // Inconclusive: the doctor's request starts no login, and its answer need not be signed as that
  // of a login is.
  'answer-unsigned': {
    verdict: 'unknown',
    exitCode: 0,
    found: 'doctor.finding.answer-unsigned.found',
    toDo: 'doctor.finding.answer-unsigned.to-do',
  },
  // Advice and no warning, because a healthy service with default settings has this finding.
  'answers-optional': {
    verdict: 'well',
    exitCode: 0,
    found: 'doctor.finding.answers-optional.found',
    toDo: null,
  },

  'clock-wrong': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.clock-wrong.found',
    toDo: 'doctor.finding.clock-wrong.to-do',
  },
  'clock-unknown': {
    verdict: 'unknown',
    exitCode: 0,
    found: 'doctor.finding.clock-unknown.found',
    toDo: 'doctor.finding.clock-unknown.to-do',
  },
  'secret-wrong': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.secret-wrong',
    toDo: 'doctor.finding.secret-wrong.to-do',
  },
  'signer-failed': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.signer-failed',
    toDo: 'doctor.finding.signer-failed.to-do',
  },
  'signature-missing': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.signature-missing.found',
    toDo: 'doctor.finding.signature-missing.to-do',
  },
  'system-token-wrong': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'cause.system-token-wrong',
    toDo: 'doctor.finding.system-token-wrong.to-do',
  },
  'application-type-wrong': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.application-type-wrong.found',
    toDo: 'doctor.finding.application-type-wrong.to-do',
  },
  'application-promptless': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.application-promptless.found',
    toDo: 'doctor.finding.application-promptless.to-do',
  },
  // The exit code is 0, because a login finds a wrong type and reports it.
  'application-type-unknown': {
    verdict: 'unknown',
    exitCode: 0,
    found: 'doctor.finding.application-type-unknown.found',
    toDo: 'doctor.finding.application-type-unknown.to-do',
  },
  'credentials-unknown': {
    verdict: 'unknown',
    exitCode: 0,
    found: 'doctor.finding.credentials-unknown.found',
    toDo: 'doctor.finding.credentials-unknown.to-do',
  },

  'polling-blocked': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.polling-blocked.found',
    toDo: null,
  },
  'polling-slow': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.polling-slow.found',
    toDo: null,
  },
  'websocket-blocked': {
    verdict: 'warning',
    exitCode: 0,
    found: 'doctor.finding.websocket-blocked.found',
    toDo: null,
  },
  'realtime-slow': {
    verdict: 'unknown',
    exitCode: 69,
    found: 'doctor.finding.realtime-slow.found',
    toDo: 'doctor.finding.realtime-slow.to-do',
  },
  'realtime-blocked': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.realtime-blocked.found',
    toDo: 'doctor.finding.realtime-blocked.to-do',
  },
  // The exit code is not 78, because wrong settings and an outage of the service look the same.
  'realtime-refused': {
    verdict: 'wrong',
    exitCode: 69,
    found: 'doctor.finding.realtime-refused.found',
    toDo: 'doctor.finding.realtime-refused.to-do',
  },
  'generation-other': {
    verdict: 'wrong',
    exitCode: 78,
    found: 'doctor.finding.generation-other.found',
    toDo: 'doctor.finding.generation-other.to-do',
  },
} as const satisfies Record<string, Diagnosis>;

export type DiagnosisCode = keyof typeof DIAGNOSES;
export const DIAGNOSIS_CODES = Object.keys(DIAGNOSES) as readonly DiagnosisCode[];

type Judged = Readonly<{ verdict: CheckVerdict; code: DiagnosisCode }>;

/** A login requires the result of this check, which is `unknown`. */
const RANK_OF_REQUIRED_UNKNOWN = 1;
const RANKS: Readonly<Record<CheckVerdict, number>> = {
  wrong: 0,
  unknown: 2,
  warning: 3,
  well: 4,
  'not-tried': 5,
};

/**
 * Sorts by severity, the most severe first, then by the order of the checks. The report itself
 * stays in the order of the checks, so that programs can compare two reports.
 */
export function problemsFirst<Finding extends Judged>(
  findings: readonly Finding[],
): readonly Finding[] {
  const rank = ({ verdict, code }: Judged): number => {
    const isRequired = DIAGNOSES[code].exitCode !== 0;
    return verdict === 'unknown' && isRequired ? RANK_OF_REQUIRED_UNKNOWN : RANKS[verdict];
  };
  return [...findings].sort((left, right) => rank(left) - rank(right));
}
