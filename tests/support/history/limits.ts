/**
 * The limits of docs/flows.md, said here once more: a checker that read the product's would agree
 * with its mistakes.
 */
/** For each choice of a method, and before the first. */
export const MAX_TOKENS = 3;
export const MAX_TOKENS_IN_ATTEMPT = 150;
export const LISTEN_WAIT_MS = 10_000;
/** Beyond the HTTP client's own time limit: the machine's net under it. */
export const ANSWER_SLACK_MS = 2_000;
/**
 * Pause after too many attempts if the service names no pause; otherwise the service's, clamped to
 * the two below.
 */
export const PAUSE_MS = 30_000;
export const SHORTEST_PAUSE_MS = 1_000;
export const LONGEST_PAUSE_MS = 3_600_000;
