import { describe, expect, it } from 'vitest';
import { judgeChain as check } from '../../../../support/certificates/verdict.ts';
import {
  issue,
  makeAuthority,
  makeExtension,
  type CertificateOptions,
  type Issued,
} from '../../../../support/certificates/certificates.ts';
import { der, derOid } from '../../../../support/certificates/der.ts';

/*
 * The application policies of Active Directory Certificate Services (1.3.6.1.4.1.311.21.10): an extended key usage in
 * the form of policies, and critical if the template demands it.
 */
const HOST = 'mfa.example.com';
const ROOT = makeAuthority();
const SERVER = '1.3.6.1.5.5.7.3.1';
const CLIENT = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';
const ANY_POLICY = '1.3.6.1.4.1.311.10.12.1';

const policies = (ids: readonly string[], critical = true) => ({
  extensions: [
    makeExtension(
      '1.3.6.1.4.1.311.21.10',
      critical,
      der(0x30, ...ids.map((id) => der(0x30, derOid(id)))),
    ),
  ],
});
const server = (issuer: Issued, options: CertificateOptions): Issued =>
  issue(issuer, { names: [HOST], ...options });

describe('application policies', () => {
  it.each<[string, 'accepted' | 'not-for-servers', readonly string[] | null, readonly string[]]>([
    ['the purpose of the extended key usage', 'accepted', [SERVER], [SERVER]],
    ['the two purposes of the extended key usage', 'accepted', [SERVER, CLIENT], [CLIENT, SERVER]],
    ['more purposes than the extended key usage', 'accepted', [SERVER], [SERVER, CLIENT]],
    ['any purpose, beside servers', 'accepted', [SERVER], [ANY_POLICY]],
    ['servers, beside any purpose', 'accepted', [ANY_PURPOSE], [SERVER]],
    ['servers, without an extended key usage', 'accepted', null, [SERVER]],
    ['clients, beside servers', 'not-for-servers', [SERVER], [CLIENT]],
    ['servers, beside clients', 'not-for-servers', [CLIENT], [SERVER]],
    ['any purpose, beside clients', 'not-for-servers', [CLIENT], [ANY_POLICY]],
    ['clients alone', 'not-for-servers', null, [CLIENT]],
    ['nothing', 'not-for-servers', [SERVER], []],
  ])('judges application policies for %s as "%s"', async (_, verdict, purposes, ids) => {
    for (const critical of [true, false]) {
      const options = { purposes, ...policies(ids, critical) };
      expect(await check(ROOT, [server(ROOT, options)], HOST)).toBe(verdict);
      const between = makeAuthority({ issuer: ROOT, ...options });
      expect(await check(ROOT, [server(between, {}), between], HOST)).toBe(verdict);
      const root = makeAuthority(options);
      expect(await check(root, [server(root, {})], HOST)).toBe(verdict);
    }
  });

  it('allows an application policy one sequence of qualifiers and no further element', async () => {
    const withMore = (...more: Buffer[]) => ({
      extensions: [
        makeExtension('1.3.6.1.4.1.311.21.10', true, der(0x30, der(0x30, derOid(SERVER), ...more))),
      ],
    });
    expect(await check(ROOT, [server(ROOT, withMore(der(0x30)))], HOST)).toBe('accepted');
    expect(await check(ROOT, [server(ROOT, withMore(der(0x05)))], HOST)).toBe('malformed');
    expect(await check(ROOT, [server(ROOT, withMore(der(0x30), der(0x30)))], HOST)).toBe(
      'malformed',
    );
  });

  it.each([
    ['application policy mappings', '1.3.6.1.4.1.311.21.11'],
    ['application policy constraints', '1.3.6.1.4.1.311.21.12'],
    ['policyMappings', '2.5.29.33'],
    ['policyConstraints', '2.5.29.36'],
    ['inhibitAnyPolicy', '2.5.29.54'],
  ])('refuses an issuer with critical %s', async (_, id) => {
    const between = makeAuthority({ issuer: ROOT, extensions: [makeExtension(id, true)] });
    expect(await check(ROOT, [server(between, {}), between], HOST)).toBe('constraint');
  });
});
