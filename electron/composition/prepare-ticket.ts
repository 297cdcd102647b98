import type { KeyObject } from 'node:crypto';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Verdict } from '../../shared/outcomes/verdict.ts';
import { failure, type Result } from '../../shared/result.ts';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import type { Host } from '../host/host.ts';
import { hasTicketKey, passingTicketKey, ticketKey } from '../verdict/ticket-key.ts';
import { createTicket } from '../verdict/ticket.ts';
import type { VerdictExit } from '../verdict/verdict-exit.ts';
import type { PreparedLogin } from './prepare-login.ts';
import { printMessage } from './print-message.ts';

/** Longest wait for the ticket's key, before the login begins. Some key stores never answer. */
const TICKET_KEY_MS = 10_000;
/**
 * Longest wait at a first start until Chromium has written its own key, which it does after ten
 * seconds.
 */
const FIRST_START_MS = 20_000;

/**
 * Finds or makes the ticket's key, so that the exit can add a ticket to an allowing verdict. At the
 * first start on Windows that verdict waits for the key, which is made once a later start can
 * unseal it. A login that ends before leaves no key file.
 *
 * @returns why no ticket can be made; null if one can
 */
export async function prepareTicket(
  host: Host,
  exit: VerdictExit,
  { config, folder }: PreparedLogin,
  nonce: string | null,
): Promise<string | null> {
  const { program, keyStore } = host;
  if (program.isSealKept() || hasTicketKey(folder)) {
    const kept = await inTime(ticketKey(folder, keyStore));
    if (kept.ok) exit.setTicket(ticketAdder(kept.value.key, config, nonce));
    return kept.ok ? null : kept.error;
  }
  const trial = await inTime(keyStore.seal('trial'));
  if (!trial.ok) return trial.error;
  exit.setTicket(firstTicketKey(host, folder).then((key) => ticketAdder(key, config, nonce)));
  return null;
}

/**
 * Never rejects, because the person may have approved already: a key that cannot be kept is a
 * temporary one.
 */
async function firstTicketKey({ program, keyStore }: Host, folder: string): Promise<KeyObject> {
  const isKept = await program.untilSealIsKept(FIRST_START_MS);
  const keyRead = isKept
    ? await inTime(ticketKey(folder, keyStore))
    : failure('Chromium does not write its own');
  if (keyRead.ok) return keyRead.value.key;
  printMessage(`the key of the tickets could not be kept: ${keyRead.error}`);
  return passingTicketKey();
}

function inTime<Value>(answer: Promise<Result<Value, string>>): Promise<Result<Value, string>> {
  const noAnswer = failure('the key store does not answer');
  return withTimeout<Result<Value, string>, Result<Value, string>>(
    nodeTimers,
    TICKET_KEY_MS,
    answer,
    noAnswer,
  );
}

/** Returns the function that adds a ticket to a verdict. */
function ticketAdder(
  key: KeyObject,
  config: Config,
  nonce: string | null,
): (verdict: Verdict) => Verdict {
  const { audience, ticketSeconds: seconds } = config.gate;
  return (verdict) => ({
    ...verdict,
    ticket: createTicket(verdict, { key, audience, nonce, seconds, now: new Date() }),
  });
}
