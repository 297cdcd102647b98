/**
 * A connector as the service's specification has it, and nothing more: the program under test. It
 * logs one person in by push and prints who that was. README.md says what it checks, and why.
 *
 * node connector.mjs URL SYSTEM_TOKEN USERNAME the secret key is in MFA_SECRET_KEY
 *
 * It ends with 0 only for a person who may go on. With SOCKET_IO_CLIENT=socket.io-client-v2 it
 * speaks the older generation of socket.io.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { pathToFileURL } from 'node:url';

const REQUEST_MS = 30_000;

/** One call: the JSON is made once, signed and sent. Only an answer with the right signature counts. */
async function call({ url, systemToken, secretKey }, path, fields) {
  const signatureOf = (bytes) => createHmac('sha256', secretKey).update(bytes).digest('hex');
  const body = JSON.stringify({ systemToken, ...fields });
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-service-signature': signatureOf(body),
    },
    body,
    // The request has the system token in it, so it goes to this server alone.
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status, result } = JSON.parse(bytes.toString());
  // The service does not sign its errors. So an error never lets anybody in, not even
  // UserBypassedException.
  if (status !== 'OK') throw new Error(`${path}: ${result.exception}: ${result.errorMessage}`);

  const given = response.headers.get('x-service-signature') ?? '';
  if (!isEqual(given, signatureOf(bytes)))
    throw new Error(`${path}: the answer has no right signature`);
  return result;
}

/** In constant time, so that nobody can find a signature out letter by letter. */
function isEqual(given, expected) {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The service may write a name in another case, or in another form of Unicode, than the person. */
const folded = (name) => name.normalize('NFC').toLowerCase().normalize('NFC');

/**
 * Logs a person in by push.
 *
 * @param {{ url: string; systemToken: string; secretKey: string }} service
 * @param {string} username
 * @param {number} seconds how long the person may take
 * @returns {Promise<{ username: string; email: string } | 'denied'>}
 * @throws {Error} whatever else happens: nobody is let in then
 */
export async function logIn(service, username, seconds = 120) {
  const { io } = await import(process.env.SOCKET_IO_CLIENT ?? 'socket.io-client').then(
    (module) => ({ io: module.io ?? module.default }),
  );
  const { tid, status, methods } = await call(service, '/api/transaction/init', { username });
  if (status !== 'pending' || !methods.includes('push')) return 'denied';

  const options = { path: '/ws/socket.io', forceNew: true, reconnection: false };
  const socket = io(service.url, options);
  let timer;
  try {
    const connected = new Promise((resolve) => socket.on('connect', () => resolve({})));
    const answered = new Promise((resolve) => {
      const channel = `transactionConfirmation.${tid}`;
      const fail = (problem) => resolve({ problem });
      socket.on(`${channel}.TransactionConfirmedEvent`, ({ token }) => resolve({ token }));
      socket.on(`${channel}.TransactionDeniedEvent`, () => resolve({ token: null }));
      socket.on('connect_error', () => fail('the event channel cannot be reached'));
      socket.on('disconnect', () => fail('the event channel was lost'));
      timer = setTimeout(() => fail('nobody answered in time'), seconds * 1000);
    });

    // Listen first, then push: the service keeps no event for one who comes later.
    const { problem } = await Promise.race([connected, answered]);
    if (problem) throw new Error(problem);
    await call(service, '/api/transaction/methodSSH', { tid, method: 'push' });

    const answer = await answered;
    if (answer.problem) throw new Error(answer.problem);
    if (answer.token === null) return 'denied';

    // Anybody could send an event. What counts is the signed answer to its token, and the name in
    // that.
    const person = await call(service, '/api/transaction/credentials', {
      accessToken: answer.token,
    });
    if (folded(person.username) !== folded(username))
      throw new Error('the service confirmed somebody else');
    return person;
  } finally {
    clearTimeout(timer);
    socket.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, systemToken, username] = process.argv.slice(2);
  const secretKey = process.env.MFA_SECRET_KEY;
  // With an empty key everybody could sign answers.
  if (!secretKey) throw new Error('MFA_SECRET_KEY is not set');

  const result = await logIn({ url, systemToken, secretKey }, username);
  process.stdout.write(result === 'denied' ? 'denied\n' : `welcome ${result.username}\n`);
  if (result === 'denied') process.exitCode = 1;
}
