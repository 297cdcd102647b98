/**
 * The limits of the login that Gatehouse sets, and neither the service nor the administrator. Times
 * are milliseconds. docs/flows.md takes the meaning of each limit from here; docs/decisions/0002
 * and 0038 give the reasons.
 */
export const LOGIN_LIMITS = {
  /**
   * How long a chosen method waits for the event channel before the login fails with
   * `realtime-unreachable`.
   */
  channelWaitMs: 10_000,
  /** How long after a right code the screen says that the confirmation may have gone missing. */
  codeEventMs: 10_000,
  /** How long a wait lasts without an approval before other methods are offered. */
  silenceMs: 25_000,
  /** How long the event channel is lost before the screen mentions it. */
  quietLossMs: 2_000,
  /** The pause after the first, second and third time that a method was sent. */
  resendAfterMs: [30_000, 60_000, 120_000],
  /** How often one method may be sent in one transaction. */
  maxSends: 3,
  /** The longest pause before a token without an answer is sent again. */
  redeemAgainMs: 5_000,
  /** How many different tokens are tried for each choice of a method, and before the first. */
  maxTokens: 3,
  /** How many different tokens are kept in one attempt, however often methods are chosen. */
  maxTokensInAttempt: 150,
  /** The pause after too many attempts when the service names none. */
  tooManyWaitMs: 30_000,
  /** The longest pause that is taken from an answer of the service; the shortest is 1 s. */
  maxRetryAfterMs: 3_600_000,
  /**
   * A clock that differs by more than this from the service's is mentioned when a code from an app
   * fails.
   */
  clockOffMs: 60_000,
  /** How long after the time limit of a request the machine gives the request up by itself. */
  answerSlackMs: 2_000,
} as const;
