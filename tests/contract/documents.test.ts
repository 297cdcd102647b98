import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { configFileSchema } from '../../shared/config/config-schema.ts';
import { effectiveConfigSchema, validationSchema } from '../../shared/config/config-report.ts';
import { reportSchema } from '../../shared/doctor/report.ts';
import { ERROR_CATALOG, ERROR_CODES } from '../../shared/outcomes/error-catalog.ts';
import { OPTIONS } from '../../shared/command-line/options.ts';
import { USAGE } from '../../shared/command-line/usage.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { auditLineSchema } from '../../shared/outcomes/audit-line.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { reactionTo, type Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Not ours, or made by a run. */
const NOT_DOCUMENTS = new Set(['node_modules', 'out', 'dist', 'release', '.git', '.toolchain']);

function documentsBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_DOCUMENTS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return documentsBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
const DOCUMENTS = documentsBelow('.');

/** The text without its fenced blocks, which hold examples. */
const proseOf = (path: string): string => read(path).replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** The rows of every table, as cells without surrounding space. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /^\|.*\|$/.test(line) && !/^\|[\s|:-]+\|$/.test(line))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim()),
    );
}

/** The frontends that a heading of --help or a cell of docs/command-line.md names. */
function commandsOf(words: string): string[] {
  if (words === 'all') return ['check', 'config', 'doctor', 'gate', 'keys', 'window'];
  if (words === 'every login') return ['check', 'gate', 'window'];
  return words
    .replace(/^the /, '')
    .split(/, | and /)
    .sort();
}

it('reads no environment variable, which the person sets, in the recipes for Windows', () => {
  const folder = join('examples', 'windows-recipes');
  const recipes = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ps1'));
  expect(recipes).not.toEqual([]);
  for (const name of recipes)
    expect(read(join(folder, name)).match(/\$env:\w+/gi), name).toBeNull();
});

const coded = (text: string): string => `\`${text}\``;

describe('the generated documentation', () => {
  it('finds the generated documentation current (else: npm run docs)', async () => {
    const script = join(root, 'scripts', 'docs', 'generate.ts');
    const run = promisify(execFile)(process.execPath, [script, '--check'], { cwd: root });
    await expect(run.catch((error: unknown) => error)).resolves.toMatchObject({
      stdout: '',
      stderr: '',
    });
  });

  it.each([
    ['packaging/schemas/config.schema.json', configFileSchema],
    ['packaging/schemas/verdict.schema.json', verdictSchema],
    ['packaging/schemas/audit.schema.json', auditLineSchema],
    ['packaging/schemas/config-validate.schema.json', validationSchema],
    ['packaging/schemas/config-show.schema.json', effectiveConfigSchema],
    ['packaging/schemas/doctor.schema.json', reportSchema],
  ])('publishes the program’s schema, with each member described, as %s', (path, schema) => {
    const published = JSON.parse(read(path)) as Member;
    const described = walk(published);
    expect([...described.keys()]).toEqual([
      ...walk(z.toJSONSchema(schema, { target: 'draft-7' }) as Member).keys(),
    ]);
    expect(
      [...described].filter(([, { description }]) => !description).map(([key]) => key),
    ).toEqual([]);
    expect(plain(published)).toEqual(plain(z.toJSONSchema(schema, { target: 'draft-7' })));
  });

  it('describes every member of a finding of the doctor', () => {
    const { findings } =
      (JSON.parse(read('packaging/schemas/doctor.schema.json')) as Member).properties ?? {};
    const members = Object.entries(findings?.items?.properties ?? {});
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter(([, { description }]) => !description)).toEqual([]);
  });
});

type Member = { description?: string; properties?: Record<string, Member>; items?: Member };

function walk(schema: Member, above = ''): Map<string, Member> {
  return new Map(
    Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
      const key = above === '' ? name : `${above}.${name}`;
      return [[key, member] as const, ...walk(member, key)];
    }),
  );
}

/** A schema without its texts for people. */
function plain(schema: object): unknown {
  const forPeople = new Set(['title', 'description', 'default']);
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (forPeople.has(key) ? undefined : value)),
  );
}

describe('docs/configuration.md', () => {
  it('gives each accepted key, and no other, a row in docs/configuration.md', () => {
    const keys = [...walk(z.toJSONSchema(configFileSchema) as Member)].filter(
      ([, { properties }]) => !properties,
    );
    const rows = rowsOf(read('docs/configuration.md')).filter(
      (cells) => cells.length === 5 && cells[0] !== 'Key',
    );
    expect(rows.map(([key]) => key)).toEqual(keys.map(([key]) => coded(key)));
  });
});

describe('docs/flows.md', () => {
  const rows = rowsOf(read('docs/flows.md'));

  it('gives each error code a row in docs/flows.md, as the catalogue says', () => {
    const expected = ERROR_CODES.map((code) => {
      const { outcome, reason, advice } = ERROR_CATALOG[code];
      return [code, outcome, reason, advice].map(coded);
    });
    const found = rows
      .filter((cells) => cells.length === 5 && cells[0] !== 'Code')
      .map((cells) => cells.slice(0, 4));
    expect(found).toEqual(expected);
  });

  it('states the policy’s reaction to each known exception in docs/flows.md', () => {
    const known = new Set(
      read('shared/outcomes/reaction-policy.ts').match(/(?<=')[A-Z]\w+Exception(?=[ '])/g),
    );
    expect(known.size).toBeGreaterThan(20);
    const endpoints: readonly Endpoint[] = [
      'init',
      'methodSSH',
      'confirmCode',
      'confirmSecurityKeySSH',
      'credentials',
    ];
    for (const exception of known) {
      const [cells = []] = rows.filter(([first]) => first?.startsWith(coded(exception)));
      const code = Number(/` (\d+)/.exec(cells[0] ?? '')?.[1] ?? 0);
      const field = /, `(\w+)`/.exec(cells[0] ?? '')?.[1] ?? null;
      const told = cells.length === 2 ? endpoints.map(() => cells[1]) : cells.slice(1);
      const failure = {
        kind: 'exception',
        exception,
        code,
        field,
        serviceText: { message: '', details: null },
        evidence: toEvidence``,
      } as const;
      expect([exception, ...told]).toEqual([
        exception,
        ...endpoints.map((endpoint) => wordsFor(reactionTo(endpoint, failure))),
      ]);
    }
  });
});

function wordsFor(reaction: ReturnType<typeof reactionTo>): string {
  switch (reaction.do) {
    case 'end':
      return coded(reaction.code);
    case 'retry-code':
      return 'type again';
    case 'choose-again':
      return 'choose again';
    case 'refuse-method':
      return 'choose another';
    case 'ignore-token':
      return 'the wait goes on';
    case 'bypass':
      return `let in, ${coded('bypassed')}`;
    case 'wait':
      return 'after a pause';
  }
}

describe('docs/command-line.md', () => {
  it('names each exit code in docs/command-line.md', () => {
    const codes = rowsOf(read('docs/command-line.md')).map(
      ([outcome, code]) => `${outcome ?? ''} ${code ?? ''}`,
    );
    const expected = Object.entries(EXIT_CODES).map(
      ([outcome, code]) => `${coded(outcome)} ${code}`,
    );
    expect(codes).toEqual(expect.arrayContaining(expected));
  });

  it.each([...OPTIONS])(
    'describes %s and its commands in docs/command-line.md as --help does',
    (name, { commands, help }) => {
      const section =
        USAGE.split(/^(?=Options of )/m).find((text) => text.includes(`\n  ${name} `)) ?? '';
      expect(commandsOf(/^Options of (.+):$/m.exec(section)?.[1] ?? '')).toEqual(
        [...commands].sort(),
      );
      expect(section.replace(/\s+/g, ' ')).toContain(` ${help} `);
      const rows = rowsOf(read('docs/command-line.md')).filter(
        ([first = '']) => first.split(/[` ]/)[1] === name,
      );
      expect(rows.map(([, of = '', what]) => [commandsOf(of), what])).toEqual([
        [[...commands].sort(), help],
      ]);
    },
  );

  it('keeps the lines of --help within 80 columns', () => {
    expect(USAGE.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('gives each start that --help tells a row in docs/command-line.md', () => {
    const starts = [...USAGE.matchAll(/^(?:Usage: | {7})(gatehouse.*)$/gm)].map(
      ([, start = '']) => start,
    );
    const words = starts.map((start) => start.replace(/ \[.*/, ''));
    expect(words).toHaveLength(9);
    const rows = rowsOf(read('docs/command-line.md')).map(([first = '']) => first);
    const told = rows
      .filter((first) => first.startsWith('`gatehouse'))
      .map((first) => first.slice(1, -1));
    expect(told.map((start) => start.replace(/ \[.*/, '')).sort()).toEqual([...words].sort());
  });
});

describe('package.json', () => {
  it('keeps no script that npm would run before or after another: .npmrc switches these off', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const ofNpm = [
      ...Object.keys(scripts).flatMap((name) => [`pre${name}`, `post${name}`]),
      'preinstall',
      'install',
      'postinstall',
      'prepare',
      'prepublishOnly',
    ];
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(Object.keys(scripts).filter((name) => ofNpm.includes(name))).toEqual([]);
  });
});

describe('CONTRIBUTING.md', () => {
  it('lists each npm script that a person runs in CONTRIBUTING.md', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const told = rowsOf(read('CONTRIBUTING.md')).map(([first]) => first);
    const shown = (name: string): string =>
      coded(['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`);
    expect(told).toEqual(expect.arrayContaining(Object.keys(scripts).map(shown)));
  });
});

describe('the least macOS', () => {
  const NAMES: Readonly<Record<string, number>> = {
    Monterey: 12,
    Ventura: 13,
    Sonoma: 14,
    Sequoia: 15,
  };
  const [, least = ''] =
    /minimumSystemVersion: (\d+)\.0\.0/.exec(read('electron-builder.yml')) ?? [];

  it('asks for the macOS that our Electron needs', () => {
    const [, name = ''] =
      /^\* macOS \((\w+) and up\)/m.exec(read('node_modules/electron/README.md')) ?? [];
    expect(least).toBe(String(NAMES[name]));
  });

  it.each(['docs/installation.md', 'docs/known-issues.md'])(
    'tells the least macOS in %s',
    (path) => {
      expect([...read(path).matchAll(/macOS (\d+) or later/g)].map(([, told]) => told)).toEqual([
        least,
      ]);
    },
  );
});

describe('the types of application in docs/flows.md', () => {
  const [, table = ''] =
    /^## The types of application$([^]*?)^## /m.exec(read('docs/flows.md')) ?? [];
  const [head = [], ...rows] = rowsOf(table);
  const rowOf = (first: string): readonly string[] => rows.find(([name]) => name === first) ?? [];

  it('compares the types of service.applicationType in each row of docs/flows.md', () => {
    const takes = (type: string): boolean =>
      configFileSchema.safeParse({ service: { applicationType: type } }).success;
    const known = ['promptless', 'prompt', 'other'].filter(takes);
    expect(head.slice(1).map((cell) => /`"(\w+)"`/.exec(cell)?.[1])).toEqual(known);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter((row) => row.length !== 3 || row.includes(''))).toEqual([]);
  });

  it('shows a valid verdict in docs/gate.md', () => {
    const [, shown = ''] =
      /```json\n(\{\n {2}"apiVersion".*?)```/s.exec(read('docs/gate.md')) ?? [];
    expect(verdictSchema.parse(JSON.parse(shown))).toMatchObject({
      outcome: 'confirmed',
      exitCode: 0,
    });
  });

  it('tells in docs/flows.md the null fields of a verdict and the exit codes of a denial', () => {
    const [, told = '', none = ''] = rowOf('In the verdict and the ticket');
    const fields = told.replaceAll('`', '').split(', ');
    expect(Object.keys(verdictSchema.shape)).toEqual(expect.arrayContaining(fields));
    expect(fields.sort()).toEqual(['application', 'company', 'consumerParams', 'method']);
    expect(none).toContain('null');
    const [, apart = '', same = ''] = rowOf('Denied, or awaiting approval');
    expect(apart).toContain(`${String(EXIT_CODES.denied)} or ${String(EXIT_CODES['not-now'])}`);
    expect(same).toContain(String(EXIT_CODES.denied));
  });
});

describe.each(DOCUMENTS)('%s', (path) => {
  const prose = proseOf(path);

  it(`links only to existing targets in ${path}`, () => {
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !leadsSomewhere(path, target))).toEqual([]);
  });

  it(`names only files that exist in ${path}`, () => {
    const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
    const named = spans.filter((text) =>
      /^(?:electron|renderer|shared|launcher|emulator|tests|scripts|examples|docs|\.ci)\/[\w./-]*$/.test(
        text,
      ),
    );
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it(`names no path of a machine in ${path}`, () => {
    expect(prose.match(/(?:^|[\s"'(`])\/(?:work|home|root|tmp)\/[\w.-]+/g)).toBeNull();
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  if (/^https:\/\//.test(target)) return true;
  const [file = '', anchor] = target.split('#');
  const there = file === '' ? join(root, from) : resolve(root, dirname(from), file);
  if (relative(root, there).startsWith('..') || !existsSync(there)) return false;
  return anchor === undefined || anchorsOf(readFileSync(there, 'utf8')).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
