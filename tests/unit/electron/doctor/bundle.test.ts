import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBundle, type BundleFacts, type Hidden } from '../../../../electron/doctor/bundle.ts';
import type { Setup } from '../../../../electron/doctor/setup.ts';
import { writeNewFile } from '../../../../electron/doctor/write-new-file.ts';
import { readLogTail, type LogLine } from '../../../../electron/log/read-log-tail.ts';
import { keysOf } from '../../../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../../../shared/config/config-keys.ts';
import { reportOf } from '../../../../shared/doctor/report.ts';
import { failure, success } from '../../../../shared/result.ts';
import { canariesIn } from '../../../e2e/support/canaries.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';
import { testConfig } from '../../../support/login/test-config.ts';

const temp = tempFolders();
const NOW = new Date('2026-01-02T03:04:05Z');
const FACTS: BundleFacts = {
  time: NOW,
  program: { gatehouse: '1.2.3', electron: '45.0.0', chrome: '150', node: '24', isPackaged: true },
  platform: { system: 'linux', release: '6.1', arch: 'x64', desktop: 'GNOME', display: 'x11' },
};
const TOKEN = 'canary-system-token-51d2c09e7ab34f68';
const PASSWORD = 'canary-proxy-password-7c1e';
const HIDDEN: Hidden = {
  secrets: [
    { text: TOKEN, shownAs: '[system token]' },
    { text: PASSWORD, shownAs: '[proxy password]' },
  ],
  home: '/people/zoe',
  names: ['zoe', 'zoes-laptop'],
};
const config = testConfig({
  service: {
    systemToken: TOKEN,
    proxy: 'http://proxy.canary.example:3128',
    caFile: '/people/zoe/canary.pem',
  },
  login: {
    userEmail: 'zoe@canary.example',
    userPhone: '+49 30 999',
    usernameDomains: ['CANARY'],
    names: { canary: 'canary@canary.example' },
  },
  params: { userIP: '192.0.2.99' },
});
const SETUP: Setup = {
  config: success(config),
  files: ['/etc/gatehouse/config.json', '/people/zoe/.config/Gatehouse/config.json'],
  readableFiles: [],
  credentials: null,
  keyRemark: null,
  authorities: null,
  logo: null,
  messages: null,
  username: null,
  auditFault: null,
  auditLimit: null,
};
const report = (tried: string, evidence: string) =>
  reportOf(
    [{ check: 'configuration', verdict: 'wrong', code: 'configuration-invalid', tried, evidence }],
    NOW,
    5,
  );
const bundleOf = (
  log: readonly LogLine[] | null = null,
  evidence = '',
  setup: Setup = SETUP,
): ReturnType<typeof makeBundle> =>
  makeBundle(FACTS, setup, report('/people/zoe/x', evidence), log, HIDDEN);

describe('a bundle (SEC-43)', () => {
  it('gives a bundle these members and no others', () => {
    const bundle = bundleOf([]);
    expect(Object.keys(bundle)).toEqual([
      'apiVersion',
      'kind',
      'time',
      'program',
      'platform',
      'configuration',
      'report',
      'log',
    ]);
    expect(Object.keys(bundle.configuration)).toEqual(['files', 'fault', 'settings']);
    expect(bundle.configuration.settings).toMatchObject({
      'service.proxy': 'an address',
      'service.caFile': true,
      'service.systemToken': true,
      'service.signatureHeader': false,
      'service.realtime.transports': 'polling, websocket',
      'credentials.signer': false,
      'login.usernameDomains': 1,
      'login.names': true,
      'login.timeouts.loginSeconds': 300,
      'params.userIP': true,
      'window.attention': false,
      language: 'system',
    });
  });

  it('lists in a bundle every key but the address of the service', () => {
    const { settings } = bundleOf().configuration;
    const paths = keysOf(CONFIG_KEYS).map(({ path }) => path);
    expect(Object.keys(settings ?? {})).toEqual(paths.filter((path) => path !== 'service.baseUrl'));
  });

  it('puts no free text of the configuration into a bundle but a proxy, which is reduced', () => {
    const free = keysOf(CONFIG_KEYS).filter(
      ({ schema, support }) => support === 'value' && schema.safeParse('http://canary:1').success,
    );
    expect(free.map(({ path }) => path)).toEqual(['service.proxy']);
  });

  it('puts no name, address or secret into a bundle, whatever the source', () => {
    const evidence = `seen ${TOKEN} by zoe on ZOES-LAPTOP in /people/zoe/a`;
    const lines = [
      {
        at: 'now',
        event: 'request-failed',
        evidence: `again ${PASSWORD}`,
        username: 'zoe',
        token: TOKEN,
      },
      { event: 'x', evidence: 'a\u001b[31m\u202eb\nc' },
    ];
    const path = join(temp.folder(), 'log');
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const text = JSON.stringify(bundleOf(readLogTail(path, 10), evidence));
    const canaries = new Map([
      ['token', TOKEN],
      ['password', PASSWORD],
      ['proxy', 'proxy.canary.example'],
      ['authorities', 'canary.pem'],
      ['email', 'zoe@canary.example'],
      ['domain', 'CANARY"'],
      ['address', '192.0.2.99'],
    ]);
    expect(canariesIn(text, canaries)).toEqual([]);
    expect(text).not.toContain('+49 30 999');
    expect(text).not.toMatch(/\bzoe\b|zoes-laptop|"username":|\u001b|\u202e/i);
    expect(text).toContain('~/.config/Gatehouse/config.json');
    expect(text).toContain('holds a part of the system token]');
  });

  it('redacts a name in a bundle and keeps the rest of the text', () => {
    const { findings } = bundleOf(null, 'zoe on ZOES-LAPTOP, not zoey, in /people/zoe/a').report;
    expect(findings[0]?.evidence).toBe('[name] on [name], not zoey, in ~/a');
  });

  it('reports the fault of an invalid configuration in a bundle', () => {
    const setup = {
      ...SETUP,
      config: failure({ file: '/people/zoe/c.json', key: 'a.b', reason: 'is not JSON' }),
    };
    expect(bundleOf(null, '', setup).configuration).toMatchObject({
      fault: { file: '~/c.json', key: 'a.b', reason: 'is not JSON' },
      settings: null,
    });
  });
});

describe('the file of a bundle', () => {
  it('writes a bundle whole, for its owner alone', () => {
    const folder = temp.folder();
    expect(writeNewFile(join(folder, 'bundle'), 'text\n')).toEqual(success(undefined));
    expect(readFileSync(join(folder, 'bundle'), 'utf8')).toBe('text\n');
    expect(statSync(join(folder, 'bundle')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['bundle']);
  });

  it.each([
    ['a file', (path: string): void => writeFileSync(path, 'before')],
    ['a folder', (path: string): void => mkdirSync(path)],
    [
      'a link to a file',
      (path: string): void => {
        writeFileSync(`${path}-target`, 'before');
        symlinkSync(`${path}-target`, path);
      },
    ],
    ['a link to nowhere', (path: string): void => symlinkSync(`${path}-target`, path)],
  ])('does not replace %s by a bundle', (_what, make) => {
    const folder = temp.folder();
    const path = join(folder, 'bundle');
    make(path);
    const before = readdirSync(folder);
    expect(writeNewFile(path, 'text')).toEqual(failure('exists already, and is not replaced'));
    expect(readdirSync(folder)).toEqual(before);
    if (before.includes('bundle-target'))
      expect(readFileSync(`${path}-target`, 'utf8')).toBe('before');
  });

  it('leaves no file behind if a bundle cannot be written', () => {
    const folder = temp.folder();
    expect(writeNewFile(join(folder, 'none', 'bundle'), 'text')).toEqual(
      failure('cannot be written (ENOENT)'),
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the end of a log', () => {
  it('keeps the last whole lines of a log and drops invalid ones', () => {
    const path = join(temp.folder(), 'log');
    const lines = [
      'nonsense',
      '[1]',
      '{"event":"one","deep":{"a":1}}',
      '{"event":"two"}',
      '{"event":"thr',
    ];
    writeFileSync(path, lines.join('\n'));
    expect(readLogTail(path, 10)).toEqual([{ event: 'one' }, { event: 'two' }]);
    expect(readLogTail(path, 1)).toEqual([{ event: 'two' }]);
  });

  it('begins the end of a long log with a whole line', () => {
    const path = join(temp.folder(), 'log');
    writeFileSync(
      path,
      `{"event":"first"}\n{"event":"${'x'.repeat(300_000)}"}\n{"event":"last"}\n`,
    );
    expect(readLogTail(path, 10)).toEqual([{ event: 'last' }]);
  });

  it('reads no lines if the log is missing, a link or a folder', () => {
    const folder = temp.folder();
    writeFileSync(join(folder, 'log'), '{"event":"one"}\n');
    symlinkSync(join(folder, 'log'), join(folder, 'link'));
    for (const name of ['none', 'link']) expect(readLogTail(join(folder, name), 10)).toEqual([]);
    expect(readLogTail(folder, 10)).toEqual([]);
  });
});
