/** A service that asks for a certificate of the person's, of which the system's store has one. */
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { id_kp_clientAuth } from '@peculiar/asn1-x509';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
} from '../../lab/electron-runtime.ts';
import { ask } from '../lab/fixture/ask.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { skipped, unreachable } from '../support/bench/here.ts';
import { check } from '../support/bench/login.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';

describe.skipIf(skipped !== '')(
  `a client certificate${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const authority = makeAuthority();
    let server: Server;
    let url = '';
    let env: NodeJS.ProcessEnv = {};
    /** The number of connections, and the names on the certificates that came with them. */
    let came = 0;
    const shown: string[] = [];

    beforeAll(async () => {
      const { key, pem: cert } = issue(authority);
      const options = { key, cert, requestCert: true, rejectUnauthorized: false };
      server = createServer(options, (_request, response) => {
        response.writeHead(404).end();
      });
      server.on('secureConnection', (socket) => {
        const { subject } = socket.getPeerCertificate() as { subject?: { CN: string } };
        if (subject !== undefined) shown.push(subject.CN);
      });
      server.on('connection', () => (came += 1));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
      env = homeOfThePerson();
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
    beforeEach(() => {
      came = 0;
      shown.length = 0;
    });

    /** A home with an NSS database that trusts the authority, and has a certificate of the person's. */
    function homeOfThePerson(): NodeJS.ProcessEnv {
      const home = makeSandboxFolder('home-');
      const at = (name: string): string => join(home, name);
      const own = issue(authority, { commonName: 'The Person', purposes: [id_kp_clientAuth] });
      const point = createPublicKey(own.key).export({ type: 'spki', format: 'der' }).subarray(-65);
      writeFileSync(at('authority.pem'), authority.pem);
      writeFileSync(at('own.pem'), own.pem);
      writeFileSync(
        at('own.key'),
        createPrivateKey(own.key).export({ type: 'pkcs8', format: 'der' }),
      );
      const words = [
        at('.pki/nssdb'),
        at('authority.pem'),
        at('own.pem'),
        at('own.key'),
        point.toString('hex'),
      ];
      execFileSync('python3', [join(import.meta.dirname, 'support', 'trust.py'), ...words]);
      const name = requireElectron().sandboxUser === null ? 'HOME' : 'GATEHOUSE_RUNNER_HOME';
      return { [name]: prepareForSandboxUser(home), XDG_CONFIG_HOME: undefined };
    }

    it('sees Electron itself send a client certificate, unless a listener declines it', async () => {
      const offer = [['The Person']];
      expect(await ask('certificate', { url }, env)).toEqual(offer);
      expect(shown).toContain('The Person');
      shown.length = 0;
      expect(await ask('certificate', { url, isDenied: true }, env)).toEqual(offer);
      expect(shown).toEqual([]);
    });

    it('sends no client certificate with a request of ours (SEC-11)', async () => {
      const there = unreachable({
        config: () => writeConfig({ url, systemToken: 'token', secretKey: 'secret' }),
        options: () => ({ env }),
      });
      const { code, stderr } = await (await check(there).as('alice').start()).ended();
      expect(code, stderr).not.toBe(0);
      expect(came).toBeGreaterThan(0);
      expect(shown).toEqual([]);
    });
  },
);
