/** Limits of the login that are ours, not the service's and not the administrator's. Times in milliseconds. */
export const LOGIN_LIMITS = {
  /** How long a chosen method waits for the event channel before the login fails. */
  listenWaitMs: 10_000,
  /** After an accepted code, how long the event may take before we say that it may have been missed. */
  codeEventMs: 10_000,
  /** How long an approval is awaited in silence before the other methods are offered beside it (docs/decisions/0038). */
  silenceMs: 25_000,
  /** A loss of the event channel that is back sooner is not mentioned. */
  quietLossMs: 2_000,
  /** Cool-downs before the same method is sent again, by how often it was sent (docs/decisions/0038, resend). */
  resendAfterMs: [30_000, 60_000, 120_000],
  /** How often one method may be sent in one transaction. */
  maxSends: 3,
  /** Distinct tokens tried for each chosen method, and before the first (docs/decisions/0002). */
  maxTokens: 3,
  /** Distinct tokens kept in one attempt, however often methods are chosen. */
  maxTokensInAttempt: 150,
  /** The wait after too many attempts, without a time from the service. */
  tooManyWaitMs: 30_000,
  /** Longest wait that we accept from a Retry-After. */
  maxRetryAfterMs: 3_600_000,
  /** A clock that is off by more than this is mentioned when a passcode fails. */
  clockOffMs: 60_000,
  /** Added to the HTTP client's own time limit, for a client that never answers. */
  answerSlackMs: 2_000,
} as const;
