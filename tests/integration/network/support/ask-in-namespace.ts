/**
 * Runs in a network namespace of its own, with a hosts file of its own: asks a service that listens
 * at one address, over the port in plain Node. Arguments: its name or address in a URL, and where
 * it listens. Prints the answer as JSON.
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { NAMESPACE_LINKS } from '../../../networks/support/namespace-links.ts';
import { ask, textOf } from '../../../support/network/ask-port.ts';
import { issue, makeAuthority } from '../../../support/certificates/certificates.ts';
import { nodeHttpTo } from '../../../support/network/node-port.ts';

const [, , host = '', listens = ''] = process.argv;
for (const link of NAMESPACE_LINKS) execFileSync('ip', link);
const authority = makeAuthority();
const name = new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, '');
const { key, pem: cert } = issue(authority, { names: [name] });
const server = createServer({ key, cert }, (_asked, answer) => answer.end('reached'));
await new Promise<void>((resolve) => server.listen(0, listens, resolve));
const url = `https://${host}:${String((server.address() as AddressInfo).port)}`;
process.stdout.write(
  JSON.stringify(textOf(await ask(nodeHttpTo(url, { caFile: authority.pem }), url))),
);
server.closeAllConnections();
server.close();
