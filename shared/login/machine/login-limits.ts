/**
 * Limits of the login that are ours, not the service's and not the administrator's. Times in milliseconds. docs/flows.md
 * takes the meaning of each from here; docs/decisions/0002 and 0038 give the reasons.
 */
export const LOGIN_LIMITS = {
  /** A chosen method waits so long for the event channel; then `realtime-unreachable`. */
  channelWaitMs: 10_000,
  /** After a right code: from then on the screen says that the confirmation may have gone missing. */
  codeEventMs: 10_000,
  /** After this long without an approval, other methods are offered. */
  silenceMs: 25_000,
  /** A loss of the event channel that is back sooner is not mentioned. */
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
  /** The longest pause that is believed of the service; the shortest is 1 s. */
  maxRetryAfterMs: 3_600_000,
  /** A clock that is further off than this is mentioned when a code from an app fails. */
  clockOffMs: 60_000,
  /** Added to the time limit of a request before the machine gives up on it by itself. */
  answerSlackMs: 2_000,
} as const;
