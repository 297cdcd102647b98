import * as z from 'zod/mini';
import { failure, success, type Result } from '../result.ts';
import { NO_REQUESTER } from './requester.ts';
import {
  firstIssue,
  type HostedPageAddress,
  type Identity,
  type StartedTransaction,
} from './answers.ts';

/* Parsers of the service's answers to a prompt-capable application (specification 4.1, 4.7). */

const initResult = z.object({
  webURI: z.optional(z.unknown()),
  status: z.optional(z.unknown()),
  methods: z.optional(z.unknown()),
});

const credentialsResult = z.object({
  systemToken: z.string(),
  username: z.string().check(z.minLength(1), z.maxLength(1024)),
  email: z.optional(z.nullable(z.string().check(z.maxLength(1024)))),
});

const LONGEST_ADDRESS = 4096;

/**
 * Parses the answer of init. A missing `webURI`, with which old servers say "not protected", is an
 * error (docs/wire.md 1.11). The error is the path of the invalid member.
 *
 * @param addressOf parses `webURI`; returns null for an address outside the service
 */
export function parsePromptInit(
  result: unknown,
  addressOf: (webUri: string) => HostedPageAddress | null,
): Result<StartedTransaction, string> {
  const parsed = initResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const { webURI, status, methods } = parsed.data;
  if (status !== undefined || methods !== undefined) {
    return success({ status: 'promptless-flow', tid: '', requester: NO_REQUESTER });
  }
  if (typeof webURI !== 'string' || webURI.length > LONGEST_ADDRESS)
    return failure('result.webURI');
  const address = addressOf(webURI);
  if (address === null) return failure('result.webURI');
  return success({ status: 'hosted-page', requester: NO_REQUESTER, webUri: webURI, ...address });
}

export function parsePromptCredentials(
  result: unknown,
  systemToken: string,
): Result<Identity, string> {
  const parsed = credentialsResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const { username, email, systemToken: answeredToken } = parsed.data;
  // SECURITY: SEC-82 refuse the answer for another application.
  if (answeredToken !== systemToken) return failure('result.systemToken');
  return success({ username, email: email ?? '', consumerParams: null });
}
