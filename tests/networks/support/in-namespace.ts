/**
 * Runs in a network namespace of its own, with a hosts file of its own: a login at a service that
 * listens at one address. Argument: an `Errand`. Standard output: the login's verdict.
 */
import { execFileSync } from 'node:child_process';
import { startEmulator } from '../../../emulator/strict.ts';
import { run } from '../../../lab/child-program.ts';
import { writeConfig } from '../../../lab/written-config.ts';
import { LAUNCHER } from '../../support/bench/launcher.ts';
import { issue, makeAuthority } from '../../support/certificates/certificates.ts';
import { startMiddlebox, startTlsFront } from './fronts.ts';
import { NAMESPACE_LINKS } from './namespace-links.ts';

export type Errand = Readonly<{
  /** The service's name or address in a URL. */
  host: string;
  /** What its certificate is for. */
  certified: string;
  /** Where it listens. */
  listens: string;
}>;

const LOGIN = [
  'check',
  '--no-ui',
  '--json',
  '--user',
  'bypassed',
  '--method',
  'push',
  '--timeout',
  '25',
];

const { host, certified, listens } = JSON.parse(process.argv[2] ?? '') as Errand;
for (const link of NAMESPACE_LINKS) execFileSync('ip', link);
const emulator = await startEmulator();
const authority = makeAuthority();
const { key, pem } = issue(authority, { names: [certified] });
const middlebox = await startMiddlebox({ port: Number(new URL(emulator.url).port) }, {});
const front = await startTlsFront(middlebox, { key, cert: pem }, { port: 0, host: listens });
const config = writeConfig(
  { ...emulator, url: `https://${host}:${String(front.port)}` },
  { service: { caFile: 'ca.pem', proxy: 'direct' } },
  { beside: { 'ca.pem': authority.pem } },
);
const ended = await run([LAUNCHER, ...LOGIN, '--config', config]);
process.stderr.write(ended.stderr);
process.stdout.write(ended.stdout);
await front.close();
await middlebox.close();
await emulator.close();
