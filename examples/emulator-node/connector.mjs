/**
 * A connector as the service's specification has it, and nothing more: the program under test. It logs one person in by
 * push and prints who that was.
 *
 *   node connector.mjs URL SYSTEM_TOKEN USERNAME      the secret key is in MFA_SECRET_KEY
 *
 * With SOCKET_IO_CLIENT=socket.io-client-v2 it speaks the older generation of socket.io.
 */
import { createHmac } from 'node:crypto';
import { pathToFileURL } from 'node:url';

/** One call: the JSON is made once, signed and sent. */
async function call({ url, systemToken, secretKey }, path, fields) {
  const body = JSON.stringify({ systemToken, ...fields });
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-service-signature': createHmac('sha256', secretKey).update(body).digest('hex'),
    },
    body,
  });
  const { status, result } = await response.json();
  if (status !== 'OK') throw new Error(`${path}: ${result.exception}: ${result.errorMessage}`);
  return result;
}

/**
 * Logs a person in by push.
 *
 * @param {{ url: string, systemToken: string, secretKey: string }} service
 * @param {string} username
 * @returns {Promise<{ username: string, email: string } | 'denied'>}
 */
export async function logIn(service, username) {
  const { io } = await import(process.env.SOCKET_IO_CLIENT ?? 'socket.io-client').then(
    (module) => ({ io: module.io ?? module.default }),
  );
  const { tid, status, methods } = await call(service, '/api/transaction/init', { username });
  if (status !== 'pending' || !methods.includes('push')) return 'denied';
  await call(service, '/api/transaction/methodSSH', { tid, method: 'push' });

  const socket = io(service.url, { path: '/ws/socket.io' });
  try {
    const accessToken = await new Promise((resolve) => {
      const channel = `transactionConfirmation.${tid}`;
      socket.on(`${channel}.TransactionConfirmedEvent`, ({ token }) => resolve(token));
      socket.on(`${channel}.TransactionDeniedEvent`, () => resolve(null));
    });
    if (accessToken === null) return 'denied';
    return await call(service, '/api/transaction/credentials', { accessToken });
  } finally {
    socket.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [url, systemToken, username] = process.argv.slice(2);
  const result = await logIn(
    { url, systemToken, secretKey: process.env.MFA_SECRET_KEY ?? '' },
    username,
  );
  process.stdout.write(result === 'denied' ? 'denied\n' : `welcome ${result.username}\n`);
}
