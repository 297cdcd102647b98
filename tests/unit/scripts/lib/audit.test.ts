/** How `npm run audit` reads npm's report. */
import { describe, expect, it } from 'vitest';
import { readAudit, auditLine } from '../../../../scripts/lib/audit.mjs';

const SHIPPED = new Set(['node_modules/electron', 'node_modules/zod']);

const vulnerability = (name: string, nodes: readonly string[], via: readonly unknown[]) => ({
  ...{ name, severity: 'high', isDirect: true, via, effects: [], range: '<2', nodes, fixAvailable: false },
});
const ADVISORY = { source: 1, name: 'ws', title: 'A fault', url: 'https://example.com/1', severity: 'high' };

describe('npm run audit', () => {
  it('tells packages that people install from those of building and testing', () => {
    const vulnerabilities = {
      ws: vulnerability('ws', ['node_modules/old/node_modules/ws'], [ADVISORY]),
      // Another copy of it may be in the package.
      zod: vulnerability('zod', ['node_modules/test/node_modules/zod', 'node_modules/zod'], ['ws']),
      electron: vulnerability('electron', ['node_modules/electron'], [ADVISORY]),
    };
    const findings = readAudit(JSON.stringify({ auditReportVersion: 2, vulnerabilities }), SHIPPED);
    if (typeof findings === 'string') throw new Error(findings);
    expect(findings.map(({ name, isShipped }) => [name, isShipped])).toEqual([
      ['electron', true],
      ['zod', true],
      ['ws', false],
    ]);
    expect(findings.map((finding) => auditLine(finding))).toEqual([
      '✗ in the package: electron (high; node_modules/electron)\n    A fault https://example.com/1',
      '✗ in the package: zod (high; node_modules/test/node_modules/zod, node_modules/zod)\n    by ws',
      '• builds and tests only: ws (high; node_modules/old/node_modules/ws)\n    A fault https://example.com/1',
    ]);
  });

  it.each([
    [
      'a registry that refuses',
      JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 }),
      /^405/,
    ],
    ['an older npm', JSON.stringify({ auditReportVersion: 1, advisories: {} }), /another kind/],
    ['nothing', '', /no report/],
  ])('takes %s for no answer, never for a clean one', (_what, text, says) => {
    expect(readAudit(text, SHIPPED)).toMatch(says);
  });
});
