import type { Arguments } from '../../shared/command-line/arguments.ts';
import { EXIT_CODES } from '../../shared/verdict/exit-codes.ts';
import { API_VERSION } from '../../shared/verdict/verdict.ts';
import { program } from '../platform/program.ts';
import { safeKeyStore } from '../platform/safe-key-store.ts';
import { ticketKey } from '../verdict/ticket-key.ts';
import { publicJwk } from '../verdict/ticket.ts';

/** `keys status`: where the ticket's key is kept, and its public half; the key is made where there is none yet. */
export function runKeysStatus(options: Arguments): void {
  void program.ready().then(async () => {
    const found = await ticketKey(program.dataFolder(), safeKeyStore);
    if (!found.ok) {
      process.stderr.write(`gatehouse: ${found.error}\n`);
      program.exit(EXIT_CODES.misconfigured);
      return;
    }
    const { keptIn, file, backend, key } = found.value;
    const jwk = publicJwk(key);
    const status = {
      apiVersion: API_VERSION,
      keyStore: { backend: await safeKeyStore.backend(), protects: await safeKeyStore.protects() },
      ticketKey: jwk,
      ticketKeyPlace: { keptIn, file, backend },
      jwks: { keys: [jwk] },
    };
    const lines = [
      `Key store: ${status.keyStore.backend}${status.keyStore.protects ? '' : ' (does not protect)'}`,
      `Ticket key: kept in ${keptIn === 'key-store' ? `the key store (${backend})` : 'a private file'}: ${file}`,
      `Public key: ${JSON.stringify(jwk)}`,
    ];
    process.stdout.write(options.json ? `${JSON.stringify(status)}\n` : `${lines.join('\n')}\n`);
    program.exit(0);
  });
}
