import tty from 'node:tty';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { API_VERSION } from '../../shared/outcomes/verdict.ts';
import { failure, success } from '../../shared/result.ts';
import { configLocations } from '../config/config-locations.ts';
import { loadConfig } from '../config/load-config.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';
import { canAsk, openTerminal, type OpenTerminal } from '../frontends/terminal/terminal.ts';
import { MAX_IMPORT_BYTES, readImport } from '../secrets/import-input.ts';
import { remarkOn } from '../secrets/secret-key-text.ts';
import {
  credentialStore,
  fingerprintOf,
  type CredentialStore,
  type StoredCredentials,
  type StoreReading,
} from '../secrets/stored-credentials.ts';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import type { Host } from '../host/host.ts';
import { standardInput } from '../os/standard-input.ts';
import { UNLOCK_MS } from '../service/credentials.ts';
import { forgetSignedAnswers } from '../service/signed-answers.ts';
import { ticketKey } from '../verdict/ticket-key.ts';
import { publicJwk } from '../verdict/ticket.ts';

const STDIN = 0;

type KeysHost = Pick<Host, 'program' | 'keyStore'>;

const STATES: Readonly<Record<Exclude<StoreReading['state'], 'ready'>, string>> = {
  absent: 'none is stored',
  'key-store-locked':
    'the key store is locked, not running, or does not answer: unlock it, then try again',
  'key-store-changed': 'stored with another key store: log in to that desktop, or import again',
  'key-store-unreadable': 'cannot be decrypted any more: import again',
  'key-store-unavailable': 'this session has no key store that protects',
};

const NO_IMPORT =
  'without Chromium there is no key store to import into: set credentials.secretKeyFile or credentials.signer, and service.systemToken, or import where there is a display';

type Work = (
  host: KeysHost,
  store: CredentialStore,
  options: Arguments,
  folder: string,
) => Promise<number>;
const WORK: ReadonlyMap<Arguments['verb'], Work> = new Map([
  ['import', importKeys],
  ['forget', forgetKeys],
]);

/** @param folder the folder of this program's own data */
export async function runKeys(host: KeysHost, options: Arguments, folder: string): Promise<void> {
  const { program, keyStore } = host;
  await program.ready();
  const store = credentialStore({ folder, keyStore, limitMs: UNLOCK_MS });
  const work = WORK.get(options.verb) ?? showStatus;
  program.exit(await work(host, store, options, folder));
}

/** Prints the state of the keys. Creates the ticket key if it is missing. */
async function showStatus(
  { keyStore }: KeysHost,
  store: CredentialStore,
  { json }: Arguments,
  folder: string,
): Promise<number> {
  // In parallel, to wait only once for a key store that asks the person.
  const [reading, ticketKeyRead, protects] = await Promise.all([
    store.read(),
    withTimeout(
      nodeTimers,
      UNLOCK_MS,
      ticketKey(folder, keyStore),
      failure('the key store does not answer'),
    ),
    withTimeout(nodeTimers, UNLOCK_MS, keyStore.protects(), false),
  ]);
  const secret = reading.state === 'ready' ? reading.credentials.secret : null;
  const fingerprint = secret === null ? null : fingerprintOf(secret);
  secret?.fill(0);
  const hasToken = reading.state === 'ready' ? reading.credentials.systemToken !== null : null;
  const jwk = ticketKeyRead.ok ? publicJwk(ticketKeyRead.value.key) : null;
  const { state, backend, recorded } = reading;
  if (json) {
    const status = {
      apiVersion: API_VERSION,
      keyStore: { backend, protects },
      credentials: {
        state,
        backend: recorded,
        file: store.file,
        fingerprint,
        systemToken: hasToken,
      },
      ticketKey: jwk,
      ticketKeyPlace: ticketKeyRead.ok
        ? {
            keptIn: ticketKeyRead.value.keptIn,
            file: ticketKeyRead.value.file,
            backend: ticketKeyRead.value.backend,
          }
        : null,
      jwks: { keys: jwk === null ? [] : [jwk] },
    };
    process.stdout.write(`${JSON.stringify(status)}\n`);
  } else {
    const lines = [`Key store: ${backend}${protects ? '' : ' (does not protect)'}`];
    if (reading.state === 'ready') {
      const storedKey = `stored (${recorded ?? ''}), fingerprint ${fingerprint ?? ''}`;
      lines.push(
        `Secret key: ${fingerprint === null ? 'none is stored' : storedKey}`,
        `System token: ${hasToken === true ? 'stored' : 'none is stored'}`,
      );
    } else {
      const explanation = `${STATES[reading.state]}${storedWith(reading)}`;
      lines.push(`Secret key and system token: ${reading.state}: ${explanation}`);
    }
    if (ticketKeyRead.ok) {
      const { keptIn, file, backend: ticketKeyBackend } = ticketKeyRead.value;
      const keeper =
        keptIn === 'key-store' ? `the key store (${ticketKeyBackend})` : 'a private file';
      lines.push(`Ticket key: kept in ${keeper}: ${file}`, `Public key: ${JSON.stringify(jwk)}`);
    }
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (ticketKeyRead.ok) return 0;
  printMessage(ticketKeyRead.error);
  return EXIT_CODES.misconfigured;
}

/**
 * Names the key store that the keys were stored with, if it is known and another one than this
 * session's.
 */
function storedWith({ recorded, backend }: StoreReading): string {
  return recorded === null || recorded === backend ? '' : ` (stored with ${recorded})`;
}

/** Never prints keys. */
async function importKeys(
  host: KeysHost,
  store: CredentialStore,
  options: Arguments,
  folder: string,
): Promise<number> {
  // Before a secret is typed.
  if (!store.isSupported) {
    printMessage(NO_IMPORT);
    return EXIT_CODES.misconfigured;
  }
  const input = tty.isatty(STDIN) ? await askForKeys() : await readStandardInput();
  const isWindows = process.platform === 'win32';
  if (input === null || (isWindows && input.length === 0)) {
    printMessage(`no input was given${isWindows ? ' through a pipe' : ''}; no change was made`);
    return EXIT_CODES.usage;
  }
  const given = readImport(input);
  if (!given.ok) {
    printMessage(`the input ${given.error}; no change was made`);
    return EXIT_CODES.usage;
  }
  const reading = await store.read();
  const old: StoredCredentials =
    reading.state === 'ready' ? reading.credentials : { secret: null, systemToken: null };
  const remark = given.value.secret === null ? null : remarkOn(given.value.secret);
  const secret = given.value.secret ?? old.secret;
  const systemToken = given.value.systemToken ?? old.systemToken;
  const written = await store.write({ secret, systemToken });
  const fingerprint = secret === null ? null : fingerprintOf(secret);
  for (const bytes of [given.value.secret, old.secret]) bytes?.fill(0);
  if (!written.ok) {
    printMessage(`${written.error}; the stored keys are unchanged`);
    return EXIT_CODES.misconfigured;
  }
  const stateOf = (isGiven: boolean, isThere: boolean): string => {
    if (isGiven) return 'stored';
    return isThere ? 'kept as it was' : 'none';
  };
  const secretState = stateOf(given.value.secret !== null, secret !== null);
  const lines = [
    `Key store: ${written.value}`,
    `Secret key: ${secretState}${fingerprint === null ? '' : `, fingerprint ${fingerprint}`}`,
    `System token: ${stateOf(given.value.systemToken !== null, systemToken !== null)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (remark !== null) printMessage(`${remark}; it was stored so`);
  for (const line of await overridingValues(host, options, folder)) printMessage(line);
  return 0;
}

/** Messages about configured values that replace stored ones. */
async function overridingValues(
  { program }: KeysHost,
  options: Arguments,
  folder: string,
): Promise<readonly string[]> {
  const locations = await configLocations(options.config, success(folder));
  const loaded = loadConfig(locations, program.isPackaged());
  if (!loaded.ok) return [];
  const { credentials, service } = loaded.value.config;
  const key = credentials.signer === null ? 'credentials.secretKeyFile' : 'credentials.signer';
  const hasSecret = credentials.signer !== null || credentials.secretKeyFile !== null;
  return [
    ...(hasSecret ? [`${key} is configured, and counts instead of the stored secret key`] : []),
    ...(service.systemToken === null
      ? []
      : ['service.systemToken is configured, and counts instead of the stored one']),
  ];
}

/** Null without a terminal, or if the input ends early. */
async function askForKeys(): Promise<Buffer | null> {
  const terminal = terminalToAsk();
  if (terminal === null) return null;
  const { signal } = new AbortController();
  const secret = await terminal.ask(
    'Secret key (not shown; empty keeps the stored one): ',
    { isHidden: true },
    signal,
  );
  const token =
    secret === null
      ? null
      : await terminal.ask(
          'System token (not shown; empty keeps the stored one): ',
          { isHidden: true },
          signal,
        );
  terminal.close();
  return secret === null || token === null ? null : Buffer.from(`${secret}\n${token}\n`, 'utf8');
}

async function readStandardInput(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of standardInput()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_IMPORT_BYTES) break;
  }
  const whole = Buffer.concat(chunks);
  for (const chunk of chunks) chunk.fill(0);
  return whole;
}

async function forgetKeys(
  _host: KeysHost,
  store: CredentialStore,
  { yes, signedAnswers }: Arguments,
  folder: string,
): Promise<number> {
  if (signedAnswers) return forgetAnswers(folder);
  if (!store.isThere()) {
    process.stdout.write('No keys are stored.\n');
    return 0;
  }
  if (!yes) {
    const terminal = tty.isatty(STDIN) ? terminalToAsk() : null;
    if (terminal === null) {
      printMessage(
        'without a terminal that can be asked, keys forget needs --yes; no keys were removed',
      );
      return EXIT_CODES.usage;
    }
    terminal.print(
      `This removes the secret key and the system token of this account: ${store.file}`,
    );
    const { signal } = new AbortController();
    const answer = await terminal.ask('Remove them? Type yes: ', { isHidden: false }, signal);
    terminal.close();
    if (!/^(?:y|yes)$/i.test(answer?.trim() ?? '')) {
      printMessage('no keys were removed');
      return EXIT_CODES.cancelled;
    }
  }
  const forgotten = store.forget();
  if (!forgotten.ok) {
    printMessage(forgotten.error);
    return EXIT_CODES.internal;
  }
  process.stdout.write(
    'The secret key and the system token were removed. The key that signs tickets is unchanged.\n',
  );
  return 0;
}

/** Forgets which answers were signed. Asks no question, because the stored keys remain. */
function forgetAnswers(folder: string): number {
  const forgotten = forgetSignedAnswers(folder);
  if (!forgotten.ok) {
    printMessage(forgotten.error);
    return EXIT_CODES.internal;
  }
  const message = forgotten.value
    ? 'It is forgotten which answers were signed.'
    : 'No answer is remembered.';
  process.stdout.write(`${message} The keys are unchanged.\n`);
  return 0;
}

function terminalToAsk(): OpenTerminal | null {
  return canAsk() ? openTerminal({ isPlain: true, stillCountsMessage: '' }) : null;
}

function printMessage(message: string): void {
  process.stderr.write(`gatehouse: ${inTerminalCharset(message)}\n`);
}
