/**
 * Stands in for `gatehouse check --json --nonce N`: `stand-in.ts KEY-FILE VARIANT check --json
 * --nonce N …`.
 */
import { importJWK, type JWK } from 'jose';
import { appendFileSync, readFileSync, writeSync } from 'node:fs';
import { claimsOf, lineOf, signed } from './tickets.ts';

const [keyFile = '', variant = '', command, json, nonceOption, nonce = '', ...rest] =
  process.argv.slice(2);
if (command !== 'check' || json !== '--json' || nonceOption !== '--nonce') process.exit(64);
if (rest.length > 0)
  appendFileSync(`${keyFile}.arguments`, `${JSON.stringify([nonce, ...rest])}\n`);

const key = await importJWK(JSON.parse(readFileSync(keyFile, 'utf8')) as JWK, 'EdDSA');
if (key instanceof Uint8Array) throw new Error('not a private key');
const line = async (changes: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  lineOf(await signed({ privateKey: key }, claimsOf({ nonce, ...changes })));
const print = (text: string): void => void writeSync(1, text);

switch (variant) {
  case 'good':
    print(await line());
    break;
  case 'nothing':
    break;
  case 'refused-with-a-line':
    print(await line());
    process.exit(77);
    break;
  case 'killed':
    print(await line());
    process.kill(process.pid, 'SIGKILL');
    break;
  case 'other-nonce':
    print(await line({ nonce: 'f'.repeat(64) }));
    break;
  case 'no-nonce':
    print(await line({ nonce: null }));
    break;
  case 'words-before':
    print(`Welcome!\n${await line()}`);
    break;
  case 'words-behind':
    print(`${await line()}Goodbye!\n`);
    break;
  case 'half':
    print((await line()).slice(0, -1));
    break;
  case 'flood':
    print(await line());
    for (;;) print(`${'x'.repeat(4_095)}\n`);
  default:
    throw new Error(`no variant ${variant}`);
}
