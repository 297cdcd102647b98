/**
 * Verifies a verdict. The line itself is no proof: any program can write one. The proof is the
 * ticket inside, which only the holder of the key could sign. Everything that is used afterwards is
 * taken from the ticket.
 */
import { createLocalJWKSet, jwtVerify } from 'jose';
import { Refusal } from './refusal.mjs';

/** How far the two clocks may be apart. On one computer they are the same. */
const LEEWAY_SECONDS = 5;

/**
 * The demands of this client on a ticket.
 *
 * @typedef {object} Expected
 * @property {import('jose').JSONWebKeySet} jwks the public keys, as an administrator stored them
 * @property {string} audience our name: `gate.audience` of the configuration
 * @property {string | null} nonce the value of this start; null if it has no nonce
 * @property {readonly string[]} outcomes those that let a person in
 * @property {number} maxAgeSeconds how long ago the login may have been
 */

/**
 * The admitted user, the outcome, and the identifier of the ticket.
 *
 * @typedef {{ username: string; outcome: string; jti: string; exp: number }} Admitted
 */

/**
 * Verifies all that can be told from the line alone.
 *
 * @param {string} line
 * @param {Expected} expected
 * @returns {Promise<Admitted>}
 */
export async function verifyVerdict(line, expected) {
  const verdict = parse(line);
  if (verdict.apiVersion !== 'gatehouse/1')
    throw new Refusal('the verdict is of an unknown version');
  if (typeof verdict.ticket !== 'string') throw new Refusal('the verdict has no ticket');
  const { aud, nonce, outcome, username, jti, exp } = await verifyTicket(verdict.ticket, expected);
  // One audience, not a list of them: a ticket for us is for us alone.
  if (aud !== expected.audience) throw new Refusal('the ticket is for another audience');
  // Also checked if we expect no nonce: a ticket with one belongs to another start.
  if ((nonce ?? null) !== expected.nonce)
    throw new Refusal('the ticket belongs to another start (nonce)');
  if (typeof outcome !== 'string' || !expected.outcomes.includes(outcome)) {
    throw new Refusal(`this program does not accept the outcome ${JSON.stringify(outcome)}`);
  }
  if (outcome !== verdict.outcome) throw new Refusal('verdict and ticket differ (outcome)');
  if (typeof username !== 'string' || username === '') throw new Refusal('the ticket names nobody');
  if (username !== verdict.username) throw new Refusal('verdict and ticket differ (username)');
  if (typeof jti !== 'string' || jti === '') throw new Refusal('the ticket has no identifier');
  if (typeof exp !== 'number') throw new Refusal('the ticket never ends');
  return { username, outcome, jti, exp };
}

/**
 * The signature, the issuer and the times.
 *
 * @param {string} ticket
 * @param {Expected} expected
 */
async function verifyTicket(ticket, { jwks, audience, maxAgeSeconds }) {
  const keys = createLocalJWKSet(jwks);
  try {
    const { payload } = await jwtVerify(
      ticket,
      (header, token) => {
        // With one key in the set, jose would try it on a ticket without a key name.
        if (typeof header?.kid !== 'string') throw new Refusal('it names no key');
        if (header.crit !== undefined) throw new Refusal('it wants what we do not know (crit)');
        return keys(header, token);
      },
      {
        // The only algorithm, fixed here and never taken from the ticket: no `none`, no HMAC with a
        // public key.
        algorithms: ['EdDSA'],
        typ: 'JWT',
        issuer: 'gatehouse',
        audience,
        clockTolerance: LEEWAY_SECONDS,
        maxTokenAge: maxAgeSeconds,
        requiredClaims: ['exp', 'iat', 'jti', 'outcome', 'username'],
      },
    );
    return payload;
  } catch (error) {
    throw new Refusal(
      `the ticket does not count: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * @param {string} line
 * @returns {Readonly<Record<string, unknown>>}
 */
function parse(line) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Refusal('the verdict is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refusal('the verdict is not an object');
  }
  return value;
}
