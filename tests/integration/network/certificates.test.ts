/**
 * Certificates that plain Node would take or read otherwise, and what the environment may not
 * change.
 */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { ask, textOf } from '../../support/network/ask-port.ts';
import {
  issue,
  makeAuthority,
  makeSelfSigned,
  type CertificateOptions,
  type Issued,
} from '../../support/certificates/certificates.ts';
import { nodeNetworkTo, type TestNetwork } from '../../support/network/node-port.ts';
import { tempFolders } from '../../support/files/temp-folder.ts';

const authority = makeAuthority({ commonName: 'Root of the System' });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serving({ key, pem }: Issued, host = '127.0.0.1'): Promise<string> {
  const server = createServer({ key, cert: pem, requestCert: true, rejectUnauthorized: false });
  server.on('request', (_asked, answer) => answer.end('in'));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://${host}:${String((server.address() as AddressInfo).port)}`;
}

async function resultAt(url: string, network: TestNetwork): Promise<unknown> {
  const { http } = await nodeNetworkTo(url, network);
  const outcome = await ask(http, url);
  return outcome.kind === 'tls' ? outcome.fault : textOf(outcome);
}

describe('a certificate of an authority that the system trusts, in plain Node', () => {
  it.each<readonly [string, string, CertificateOptions, string]>([
    ['for the name', 'localhost', { names: ['localhost'] }, 'in'],
    ['for the address', '127.0.0.1', { names: ['127.0.0.1'] }, 'in'],
    [
      'for the common name alone',
      'localhost',
      { commonName: 'localhost', names: [] },
      'other-name',
    ],
    [
      'for the common name, and an address as its only alternative name',
      'localhost',
      { commonName: 'localhost', names: ['127.0.0.1'] },
      'other-name',
    ],
    [
      'with the address as a name',
      '127.0.0.1',
      { commonName: '127.0.0.1', names: [] },
      'other-name',
    ],
    ['for a wildcard above it', 'localhost', { names: ['*.localhost'] }, 'other-name'],
    [
      'that is over',
      'localhost',
      { names: ['localhost'], notBefore: new Date(0), notAfter: new Date(86_400_000) },
      'date',
    ],
    [
      'that is not for servers',
      'localhost',
      { names: ['localhost'], purposes: ['1.2.3'] },
      'other',
    ],
  ])('judges a certificate %s, at %s (SEC-33)', async (_what, host, options, result) => {
    const url = await serving(issue(authority, options), host);
    expect(await resultAt(url, { systemTrusts: authority.pem })).toBe(result);
  });

  it('sends nothing to a server whose certificate is for another name (SEC-33)', async () => {
    const url = await serving(issue(authority, { names: ['mfa.example.test'] }));
    let requests = 0;
    servers[0]?.on('request', () => (requests += 1));
    expect(await resultAt(url, { systemTrusts: authority.pem })).toBe('other-name');
    expect(requests).toBe(0);
  });
});

describe('a certificate with several faults, in plain Node', () => {
  it('refuses a certificate with several faults by the last one', async () => {
    const over = { notBefore: new Date(0), notAfter: new Date(86_400_000) };
    const url = await serving(issue(authority, over));
    expect(await resultAt(url, {})).toBe('date');
  });
});

describe('trust in plain Node', () => {
  const temp = tempFolders();
  const run = promisify(execFile);
  const ATTEMPT = join(import.meta.dirname, 'support', 'ask-once.ts');

  it('accepts no server without an authority: neither the list within Node counts, nor a file without certificates (SEC-33)', async () => {
    const url = await serving(issue(authority));
    expect(await resultAt(url, {})).toBe('authority');
    expect(await resultAt(url, { systemTrusts: 'no certificate' })).toBe('authority');
  });

  it('takes no authority of the system if the file alone counts (SEC-100)', async () => {
    const own = makeAuthority({ commonName: 'Company Root' });
    const network = {
      caFile: own.pem,
      systemTrusts: authority.pem,
      trustMode: 'file',
    } as const satisfies TestNetwork;
    expect(await resultAt(await serving(issue(authority)), network)).toBe('authority');
    expect(await resultAt(await serving(issue(own)), network)).toBe('in');
  });

  it('takes the file’s authorities for the service’s host alone (SEC-33)', async () => {
    const own = makeAuthority({ commonName: 'Company Root' });
    const url = await serving(issue(own), 'localhost');
    const { http } = await nodeNetworkTo('https://mfa.example.test', { caFile: own.pem });
    expect(await ask(http, url)).toMatchObject({ kind: 'tls', fault: 'authority' });
  });

  it('accepts a certificate that signs itself only if the file has it', async () => {
    const self = makeSelfSigned({ names: ['127.0.0.1'], isAuthority: true });
    const url = await serving(self);
    expect(await resultAt(url, {})).toBe('authority');
    expect(await resultAt(url, { caFile: self.pem })).toBe('in');
  });

  it.each([
    ['NODE_EXTRA_CA_CERTS', (file: string) => ({ NODE_EXTRA_CA_CERTS: file })],
    [
      'SSL_CERT_FILE',
      (file: string) => ({ SSL_CERT_FILE: file, NODE_OPTIONS: '--use-openssl-ca' }),
    ],
    ['NODE_TLS_REJECT_UNAUTHORIZED', () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })],
  ])('ignores %s (SEC-33)', async (_name, environment) => {
    const url = await serving(issue(authority));
    const file = join(temp.folder(), 'authority.pem');
    writeFileSync(file, authority.pem);
    const env = { ...process.env, ...environment(file) };
    const { stdout } = await run(process.execPath, [ATTEMPT, url], { env });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'tls', fault: 'authority' });
  });
});
