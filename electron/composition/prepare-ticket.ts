import type { KeyObject } from 'node:crypto';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Verdict } from '../../shared/outcomes/verdict.ts';
import { failure, type Result } from '../../shared/result.ts';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import { program } from '../electron-api/program.ts';
import { safeKeyStore } from '../electron-api/safe-key-store.ts';
import { hasTicketKey, passingTicketKey, ticketKey } from '../verdict/ticket-key.ts';
import { createTicket } from '../verdict/ticket.ts';
import type { VerdictExit } from '../verdict/verdict-exit.ts';
import type { PreparedLogin } from './prepare-login.ts';
import { printMessage } from './print-message.ts';

/** Longest wait for the ticket's key, before the login begins. Some key stores never answer. */
const TICKET_KEY_MS = 10_000;
/** Chromium writes its key after ten seconds. */
const FIRST_START_MS = 20_000;

/**
 * At the first start on Windows, an allowing verdict waits until a later start can unseal the key. Other ends leave no
 * key file. Returns the fault, or null.
 */
export async function prepareTicket(
  exit: VerdictExit,
  { config, folder }: PreparedLogin,
  nonce: string | null,
): Promise<string | null> {
  if (program.isSealKept() || hasTicketKey(folder)) {
    const found = await inTime(ticketKey(folder, safeKeyStore));
    if (found.ok) exit.setTicket(ticketing(found.value.key, config, nonce));
    return found.ok ? null : found.error;
  }
  const trial = await inTime(safeKeyStore.seal('trial'));
  if (!trial.ok) return trial.error;
  exit.setTicket(firstTicketKey(folder).then((key) => ticketing(key, config, nonce)));
  return null;
}

/** Never rejects: the person may have approved. The key is temporary if it cannot be kept. */
async function firstTicketKey(folder: string): Promise<KeyObject> {
  const isKept = await program.untilSealIsKept(FIRST_START_MS);
  const made = isKept
    ? await inTime(ticketKey(folder, safeKeyStore))
    : failure('Chromium does not write its own');
  if (made.ok) return made.value.key;
  printMessage(`the key of the tickets could not be kept: ${made.error}`);
  return passingTicketKey();
}

function inTime<Value>(answer: Promise<Result<Value, string>>): Promise<Result<Value, string>> {
  const silent = failure('the key store does not answer');
  return withTimeout<Result<Value, string>, Result<Value, string>>(
    nodeTimers,
    TICKET_KEY_MS,
    answer,
    silent,
  );
}

function ticketing(
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
