import type { CheckVerdict } from './checks.ts';

/** Exit codes: docs/command-line.md. The diagnosis codes are visible to people. */
const diagnosis = (verdict: CheckVerdict, exitCode: number) => ({ verdict, exitCode });

export const DIAGNOSES = {
  well: diagnosis('well', 0),
  'not-tried': diagnosis('not-tried', 0),
  'time-up': diagnosis('unknown', 69),
  'internal-fault': diagnosis('unknown', 70),

  'configuration-invalid': diagnosis('wrong', 78),
  'configuration-readable': diagnosis('warning', 0),
  'configuration-open-door': diagnosis('warning', 0),
  // Only in `config validate`: these settings are defaults, and do not make a login fail.
  'configuration-unsigned': diagnosis('warning', 0),
  'secret-missing': diagnosis('wrong', 78),
  'secret-unusual': diagnosis('warning', 0),
  'system-token-missing': diagnosis('wrong', 78),
  'authorities-unusable': diagnosis('wrong', 78),
  'logo-unusable': diagnosis('wrong', 78),
  'messages-unusable': diagnosis('wrong', 78),
  'username-unknown': diagnosis('wrong', 78),
  'accent-corrected': diagnosis('warning', 0),
  'key-store-unprotected': diagnosis('warning', 0),
  'key-store-locked': diagnosis('wrong', 78),
  'key-store-changed': diagnosis('wrong', 78),
  'key-store-unreadable': diagnosis('wrong', 78),
  'key-store-unavailable': diagnosis('wrong', 78),
  'key-store-silent': diagnosis('wrong', 78),
  'key-store-broken': diagnosis('wrong', 78),
  'ticket-key-unusable': diagnosis('wrong', 78),

  // The terminal and headless logins work.
  'display-without-layout': diagnosis('warning', 0),

  offline: diagnosis('wrong', 69),
  'name-not-found': diagnosis('wrong', 69),
  'name-at-proxy': diagnosis('well', 0),
  'connection-refused': diagnosis('wrong', 69),
  'connection-silent': diagnosis('wrong', 69),
  'connection-failed': diagnosis('wrong', 69),
  'no-proxy': diagnosis('well', 0),
  'network-path-unknown': diagnosis('unknown', 0),
  'proxy-unknown': diagnosis('unknown', 0),
  'proxy-unreachable': diagnosis('wrong', 69),
  'proxy-protocol': diagnosis('wrong', 78),
  'proxy-login-required': diagnosis('wrong', 78),
  'proxy-login-refused': diagnosis('wrong', 78),
  'proxy-refuses': diagnosis('wrong', 69),
  'proxy-script-broken': diagnosis('wrong', 78),
  'proxy-untrusted': diagnosis('wrong', 78),

  'tls-untrusted': diagnosis('wrong', 78),
  'tls-other-name': diagnosis('wrong', 78),
  'tls-expired': diagnosis('wrong', 78),
  'tls-failed': diagnosis('wrong', 78),
  'no-certificate': diagnosis('well', 0),

  'network-sign-in': diagnosis('wrong', 69),
  'server-error': diagnosis('wrong', 69),
  'not-the-service': diagnosis('wrong', 69),
  'answer-cut': diagnosis('wrong', 69),
  'answer-silent': diagnosis('wrong', 69),
  'answer-unknown': diagnosis('unknown', 69),
  'response-signature-wrong': diagnosis('wrong', 78),
  // This request starts no login; its answer may lack a login answer's signature.
  'answer-unsigned': diagnosis('unknown', 0),
  // Advice: a healthy service with default settings causes no warning.
  'answers-optional': diagnosis('well', 0),

  'clock-wrong': diagnosis('warning', 0),
  'clock-unknown': diagnosis('unknown', 0),
  'secret-wrong': diagnosis('wrong', 78),
  'signer-failed': diagnosis('wrong', 78),
  'signature-missing': diagnosis('wrong', 78),
  'system-token-wrong': diagnosis('wrong', 78),
  'application-type-wrong': diagnosis('wrong', 78),
  'application-promptless': diagnosis('wrong', 78),
  // A login detects a wrong type and reports it.
  'application-type-unknown': diagnosis('unknown', 0),
  'credentials-unknown': diagnosis('unknown', 0),

  'polling-blocked': diagnosis('warning', 0),
  'polling-slow': diagnosis('warning', 0),
  'websocket-blocked': diagnosis('warning', 0),
  'realtime-slow': diagnosis('unknown', 69),
  'realtime-blocked': diagnosis('wrong', 69),
  // Not 78: wrong settings and an outage of the service look the same.
  'realtime-refused': diagnosis('wrong', 69),
  'generation-other': diagnosis('wrong', 78),
} as const satisfies Record<string, Readonly<{ verdict: CheckVerdict; exitCode: number }>>;

export type DiagnosisCode = keyof typeof DIAGNOSES;
export const DIAGNOSIS_CODES = Object.keys(DIAGNOSES) as readonly DiagnosisCode[];

type Judged = Readonly<{ verdict: CheckVerdict; code: DiagnosisCode }>;

const RANKS: Readonly<Record<CheckVerdict, number>> = {
  wrong: 0,
  unknown: 2,
  warning: 3,
  well: 4,
  'not-tried': 5,
};

/**
 * Sorts by severity, the most severe first, then by the order of the checks. The report itself stays in the order of
 * the checks, so that programs can compare two reports.
 */
export function problemsFirst<Finding extends Judged>(
  findings: readonly Finding[],
): readonly Finding[] {
  const rank = ({ verdict, code }: Judged): number =>
    verdict === 'unknown' && DIAGNOSES[code].exitCode !== 0 ? 1 : RANKS[verdict];
  return [...findings].sort((left, right) => rank(left) - rank(right));
}
