import type { Config } from '../../shared/config/config-schema.ts';
import type { HttpOutcome, HttpRequest } from '../network/http-port.ts';
import { MAX_ANSWER_BYTES } from '../service/service-client.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import type { DoctorLimits, DoctorPorts } from './ports.ts';

export type DoctorContext = Readonly<{
  config: Config;
  ports: DoctorPorts;
  limits: DoctorLimits;
  /** Aborts all exchanges at the overall timeout. */
  signal: AbortSignal;
}>;

/** Sends one request, with a timeout even if the port hangs. */
export function exchange(
  { ports, signal }: Pick<DoctorContext, 'ports' | 'signal'>,
  request: Omit<HttpRequest, 'signal'>,
): Promise<HttpOutcome> {
  const { timeoutMs } = request;
  const outcome = ports.http({ ...request, signal });
  return withTimeout<HttpOutcome, HttpOutcome>(ports.clock, timeoutMs, outcome, {
    kind: 'timeout',
  });
}

/**
 * Sends the body exactly as signed (docs/wire.md).
 *
 * @param path below the base address, e.g. `/api/app/init`
 * @param signature null for an unsigned request
 */
export async function post(
  context: DoctorContext,
  path: string,
  body: Uint8Array,
  signature: string | null,
  limitMs: number,
): Promise<HttpOutcome> {
  const { baseUrl, signatureHeader } = context.config.service;
  return await exchange(context, {
    method: 'POST',
    url: `${baseUrl}${path}`,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(signature === null ? {} : { [signatureHeader]: signature }),
    },
    body,
    timeoutMs: limitMs,
    maxBytes: MAX_ANSWER_BYTES,
  });
}
