#!/usr/bin/env node
/** A thick client that requires a ticket of Gatehouse. README.md says how to start it. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Refusal } from './refusal.mjs';
import { verifyVerdict } from './ticket.mjs';
import { useOnce } from './used-tickets.mjs';
import { askGatehouse, readFromGate } from './verdict-source.mjs';

const EXIT_USAGE = 64;
const EXIT_REFUSED = 77;
/** Ways in that are no confirmation; each must be accepted by name. */
const FURTHER_OUTCOMES = ['bypassed', 'allowed-unreachable'];

const options = readOptions();
try {
  const { username, outcome } = await admit();
  console.log(`let in: ${JSON.stringify(username)} (${outcome})`);
} catch (error) {
  // Any error on the way refuses the login.
  console.error(`thick-client: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(EXIT_REFUSED);
}

// The program itself starts here. This one echoes its input.
if (options.echo) process.stdin.pipe(process.stdout);

/** Gets a verdict in one of the two forms and verifies it. */
async function admit() {
  const jwks = readKeys(options.jwks);
  const expected = {
    jwks,
    audience: options.audience,
    outcomes: ['confirmed', ...options.accept],
    maxAgeSeconds: options.maxAge,
  };
  if (options.gatehouse !== undefined) {
    // We start Gatehouse: the nonce of this very start makes every other ticket worthless.
    const nonce = randomBytes(32).toString('hex');
    return verifyVerdict(askGatehouse(options.gatehouse, options.forCheck, nonce), {
      ...expected,
      nonce,
    });
  }
  // The gate started us: a ticket counts once.
  const line = readFromGate(process.env.GATEHOUSE_RESULT_FD);
  const admitted = await verifyVerdict(line, { ...expected, nonce: options.nonce ?? null });
  useOnce(options.used ?? '', admitted);
  return admitted;
}

/** @returns {import('jose').JSONWebKeySet} */
function readKeys(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Refusal(`${file} holds no public keys`);
  }
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        jwks: { type: 'string' },
        audience: { type: 'string' },
        accept: { type: 'string', multiple: true, default: [] },
        'max-age': { type: 'string', default: '60' },
        nonce: { type: 'string' },
        used: { type: 'string' },
        gatehouse: { type: 'string' },
        echo: { type: 'boolean', default: false },
      },
    });
    const { jwks, audience, accept, nonce, used, gatehouse, echo } = values;
    if (!jwks || !audience) throw new Error('--jwks and --audience are needed');
    const unknown = accept.find((outcome) => !FURTHER_OUTCOMES.includes(outcome));
    if (unknown !== undefined)
      throw new Error(`--accept ${unknown}: one of ${FURTHER_OUTCOMES.join(', ')}`);
    if (!/^[1-9]\d{0,5}$/.test(values['max-age']))
      throw new Error('--max-age: whole seconds, at least 1');
    if (gatehouse === undefined && !used)
      throw new Error('--used is needed where the gate starts us');
    if (gatehouse === undefined && positionals.length > 0)
      throw new Error('only --gatehouse takes arguments');
    if (gatehouse !== undefined && nonce !== undefined)
      throw new Error('--gatehouse makes its own nonce');
    const maxAge = Number(values['max-age']);
    return { jwks, audience, accept, maxAge, nonce, used, gatehouse, echo, forCheck: positionals };
  } catch (error) {
    console.error(`thick-client: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(EXIT_USAGE);
  }
}
