import { describe, expect, it } from 'vitest';
import {
  cyclesOf,
  importsOf,
  loadedWith,
  reachedFrom,
  productModules,
  type Import,
} from '../support/sources/module-graph.ts';
import { repositoryFiles, textOf } from '../../scripts/lib/repository-files.ts';

const MODULES = productModules();
const IMPORTS = MODULES.flatMap(importsOf);
const below = (folder: string) => (path: string) => path.startsWith(`${folder}/`);

describe('imports', () => {
  it('reads the imports of the modules', () => {
    expect(MODULES.length).toBeGreaterThan(60);
    expect(IMPORTS.length).toBeGreaterThan(200);
  });

  it('imports into the preload the channels, their words and the early presses, and no schema', () => {
    expect([...loadedWith('electron/preload.ts')].sort()).toEqual([
      'electron',
      'electron/frontends/window/early-presses.ts',
      'electron/preload.ts',
      'shared/ipc/call-member.ts',
      'shared/ipc/channels.ts',
      // The words that a method may be.
      'shared/service/methods.ts',
    ]);
  });

  it('imports into set-up Node alone, because it runs before there are packages and in any Node', () => {
    const imported = importsOf('scripts/setup.mjs').map(({ written }) => written);
    expect(imported.length).toBeGreaterThan(3);
    expect(imported.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('loads for a window no schema, no configuration, no words and no engine (docs/performance.md)', () => {
    const loaded = [...loadedWith('electron/main.ts')];
    const packages = loaded.filter((name) => !/^(electron|shared)\//.test(name));
    expect(packages.filter((name) => name !== 'electron' && !name.startsWith('node:'))).toEqual([]);
    const heavy =
      /^(electron\/(certificates|commands|composition|config|doctor|event-channel|ipc|log|login|network|secrets|service)|shared\/(config|doctor|login|outcomes|strings))\/(?!(?:language|outcomes|sender)\.ts$)/;
    expect(loaded.filter((path) => heavy.test(path))).toEqual([]);
    expect(loaded).toContain('electron/electron-api/login-window.ts');
    expect(loadedWith('electron/commands/run-window.ts')).toContain('zod/mini');
  });

  it('loads the check of certificates only if a file of authorities is configured', () => {
    for (const host of ['electron-api', 'node-api']) {
      const loaded = [...loadedWith(`electron/${host}/host.ts`)];
      expect(loaded).toContain('electron/certificates/own-check.ts');
      expect(loaded.filter(below('electron/certificates/x509'))).toEqual([]);
    }
    for (const command of ['run-login', 'run-doctor']) {
      const loaded = [...loadedWith(`electron/commands/${command}.ts`)];
      expect(loaded).toContain('electron/config/load-config.ts');
      expect(loaded.filter(below('electron/certificates'))).toEqual([]);
    }
  });

  it('reaches from the entry of each host that host alone', () => {
    const ofElectron = reachedFrom('electron/main.ts');
    expect(ofElectron).toContain('electron');
    expect(ofElectron).toContain('electron/electron-api/host.ts');
    expect(ofElectron).toContain('electron/commands/run-login.ts');
    expect([...ofElectron].filter(below('electron/node-api'))).toEqual([]);
    const ofNode = reachedFrom('electron/terminal.ts');
    expect(ofNode).toContain('electron/node-api/host.ts');
    expect(ofNode).toContain('electron/commands/run-login.ts');
    expect(ofNode).toContain('electron/frontends/terminal/terminal-frontend.ts');
    expect([...ofNode].filter((name) => /^electron($|\/electron-api\/)/.test(name))).toEqual([]);
  });

  it('imports the X.509 check by its one entrance', () => {
    const inside = below('electron/certificates/x509');
    const strangers = IMPORTS.filter(
      ({ from: module, path }) => path !== null && inside(path) && !inside(module),
    );
    expect([...new Set(strangers.map(({ path }) => path))]).toEqual([
      'electron/certificates/x509/check.ts',
    ]);
  });
});

describe('cycles', () => {
  const graphOf = (
    nodeOf: (path: string) => string | null,
    imports: readonly Import[] = IMPORTS,
  ): Map<string, Set<string>> => {
    const graph = new Map<string, Set<string>>();
    for (const { from: module, path } of imports) {
      const [start, end] = [nodeOf(module), path === null ? null : nodeOf(path)];
      if (start === null || end === null || start === end) continue;
      graph.set(start, (graph.get(start) ?? new Set()).add(end));
    }
    return graph;
  };
  const folderBelow = (side: string) => (path: string) =>
    below(side)(path)
      ? path
          .split('/')
          .slice(0, side.split('/').length + 1)
          .join('/')
      : null;

  it('finds a cycle of imports', () => {
    const graph = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ]);
    expect(cyclesOf(graph)).toEqual(['a -> b -> c -> a']);
  });

  it.each(['electron', 'renderer', 'shared', 'shared/login'])(
    'finds no cycle of imports between the folders of %s/',
    (side) => {
      expect(cyclesOf(graphOf(folderBelow(side)))).toEqual([]);
    },
  );

  it('finds no cycle of imports between lab/, packaging/ and the folders of scripts/', () => {
    const workshop = repositoryFiles().filter((path) =>
      /^(lab|packaging|scripts\/[^/]+)\/.*\.(mjs|ts)$/.test(path),
    );
    const layerOf = (path: string): string | null =>
      /^(?:lab|packaging|scripts\/[^/]+)(?=\/)/.exec(path)?.[0] ?? null;
    const graph = graphOf(layerOf, workshop.flatMap(importsOf));
    expect([...graph.keys()]).toEqual(expect.arrayContaining(['lab', 'packaging', 'scripts/test']));
    expect(cyclesOf(graph)).toEqual([]);
  });
});

describe('every module of the program', () => {
  it('silences no lint in the program, but one rule on one line and with the reason', () => {
    const isFine = (words: string): boolean =>
      /^oxlint-disable-next-line (?!gatehouse\/|typescript\/ban-)[\w/-]+ -- \w.+/.test(words);
    const found = MODULES.flatMap((module) =>
      [...textOf(module).matchAll(/(?:es|ox)lint-disable.*/g)]
        .filter(([words]) => !isFine(words))
        .map(([words]) => `${module}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  it('names errors of the network stack in the ports alone', () => {
    /** The classifiers of the ports, and the error names of certificates that our own check refuses. */
    const ports = [
      'electron/network/network-errors.ts',
      'electron/certificates/observed-certificates.ts',
      'electron/certificates/exchange-rule.ts',
      'electron/electron-api/chromium-http.ts',
      // The error of a hosted page's view for a failure that Chromium does not name.
      'electron/hosted-page/page-in-view.ts',
    ];
    const withoutComments = (module: string): string =>
      textOf(module)
        .replace(/\/\*[^]*?\*\//g, '')
        .replace(/^\s*\/\/.*$/gm, '');
    const named = MODULES.filter((module) =>
      /['/`^]ERR_|\bE(CONN|AI_|HOST|NET)[A-Z]*\b\W*['/]/.test(withoutComments(module)),
    );
    expect(named.sort()).toEqual(ports.sort());
  });
});

describe('the repository', () => {
  const FILES = repositoryFiles();
  const isText = (path: string): boolean =>
    !/\.(png|ico|icns|woff2|gif|webp|jpg|zip|gz|pem|der)$/.test(path);

  it('names each unit test after a module of the mirrored folder, or says in a README why not', () => {
    const tests = FILES.filter((path) => /^tests\/unit\/.*\.test\.tsx?$/.test(path));
    const explained = FILES.filter((path) => /^tests\/unit\/(.+\/)?README\.md$/.test(path)).flatMap(
      (path) =>
        [...textOf(path).matchAll(/^- (?:`|\[`.+`\]\()(.+\.test\.tsx?)[`)]: /gm)].map(
          ([, name = '']) => path.replace(/README\.md$/, name),
        ),
    );
    const modules = new Set(FILES.map((path) => path.replace(/\.(tsx?|mjs|c)$/, '')));
    const strays = tests.filter(
      (path) => !modules.has(path.replace(/^tests\/unit\/|\.test\.tsx?$/g, '')),
    );
    expect(explained.sort()).toEqual(strays.sort());
  });

  it('names no folder of a person or of one machine, and no host of a package registry', () => {
    // Escaped, so that this file does not find itself.
    const private_ = [
      /(?<![\w.:-])\/(?:home|Users)\/[a-z][\w.-]*\//i,
      /(?<![\w.:-])\/root\//,
      /(?<![\w.:-])\/work\//,
      /[A-Z]:\\Users\\/,
      /\b(?:registry|artifactory|nexus|verdaccio)\.[a-z0-9-]+\.[a-z]{2,}/i,
      /\/\/mirrors?\./i,
      /\b(?:npm|yarn|pypi|crates|rubygems)(?:js|pkg|mirror)?\.(?:com|org|io)\b/i,
      /\/(?:npm-group|npm-virtual|api\/npm)\//,
    ];
    const found = FILES.filter(isText).flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, index) =>
          private_.some((pattern) => pattern.test(line))
            ? [`${path}:${index + 1}: ${line.trim().slice(0, 80)}`]
            : [],
        ),
    );
    expect(found).toEqual([]);
  });
});
