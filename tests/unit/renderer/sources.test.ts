import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import config from '../../../vite.config.ts';

/** With gzip: what the first screen waits for (docs/performance.md), and all of it. */
const FIRST_BYTES = 75_000;
const ALL_BYTES = 102_000;

const FOLDER = join(import.meta.dirname, '../../../renderer');

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css|html)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

describe('the sources', () => {
  const scripts = files.filter(({ name }) => /\.tsx?$/.test(name));
  test.each(scripts)('$name stays a mirror: no network, no storage, no markup from text', ({ text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    expect(code).not.toMatch(
      /\b(fetch|WebSocket|EventSource|XMLHttpRequest|localStorage|sessionStorage|indexedDB|eval)\b/,
    );
    expect(code).not.toMatch(/innerHTML|insertAdjacentHTML|document\.write|dangerouslySet|\bstyle=/);
    expect(code).not.toMatch(/from '(node:|electron)/);
    expect(code).not.toMatch(/export default|[:<] ?any\b|\bas any\b|^\s*(export )?enum\b/m);
  });

  test.each(files)('$name is short enough to read', ({ text }) => {
    expect(text.split('\n').length).toBeLessThanOrEqual(400);
  });

  test('styles know three sizes and two weights', () => {
    const styles = files.filter(({ name }) => name.endsWith('.css') && !name.endsWith('tokens.css'));
    for (const { name, text } of styles) {
      const sizes = [...text.matchAll(/font-size:\s*([^;]+);/g)].map(([, value]) => value);
      const weights = [...text.matchAll(/font-weight:\s*([^;]+);/g)].map(([, value]) => value);
      for (const size of sizes)
        expect([name, size]).toEqual([name, expect.stringMatching(/^var\(--size|^100%/)]);
      for (const weight of weights) {
        expect([name, weight]).toEqual([name, expect.stringMatching(/^var\(--(regular|strong)\)/)]);
      }
    }
  });
});

describe('the build', async () => {
  // As `vite build` does by itself; under vitest React would be the one for development.
  vi.stubEnv('NODE_ENV', 'production');
  const made = (await build({
    ...config({ mode: 'renderer', command: 'build' }),
    configFile: false,
    logLevel: 'error',
    build: {
      ...config({ mode: 'renderer', command: 'build' }).build,
      write: false,
    },
  })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  const textOf = (ending: string): string =>
    made.output
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((part) => (part.type === 'chunk' ? part.code : String(part.source)))
      .join('\n');

  const scripts = made.output.filter((part) => part.type === 'chunk');
  const packed = (code: string): number => gzipSync(code).length;

  test('is two scripts: one that the page begins with, and one that it fetches later', () => {
    expect(
      scripts.map(({ isEntry, imports, dynamicImports }) => ({ isEntry, imports, dynamicImports })),
    ).toEqual([
      { isEntry: true, imports: [], dynamicImports: [scripts[1]?.fileName] },
      { isEntry: false, imports: [scripts[0]?.fileName], dynamicImports: [] },
    ]);
  });

  test(`is within its budgets of ${FIRST_BYTES / 1000} KB at first and ${ALL_BYTES / 1000} KB in all`, () => {
    const [first = 0, later = 0] = scripts.map(({ code }) => packed(code));
    expect(later).toBeGreaterThan(10_000);
    expect(first).toBeGreaterThan(10_000);
    expect(first).toBeLessThanOrEqual(FIRST_BYTES);
    expect(first + later).toBeLessThanOrEqual(ALL_BYTES);
  });

  test('has no schema library: what main sends was checked there', () => {
    const modules = scripts.flatMap(({ moduleIds }) => moduleIds);
    expect(modules.filter((id) => id.includes('react-dom'))).not.toEqual([]);
    expect(modules.filter((id) => id.includes('zod'))).toEqual([]);
  });

  test('has a colour for browsers without OKLCH', () => {
    expect(textOf('.css')).toMatch(/--accent:#[0-9a-f]{6}/);
    expect(textOf('.css')).not.toContain('oklch(');
  });

  test('has its first form, its styles and its script in one page', () => {
    expect(textOf('.html')).toContain('Who is signing in?');
    expect(textOf('.html')).toMatch(/<link rel="stylesheet"[^>]+href="\.\/assets\//);
    expect(textOf('.html')).toMatch(/<script async type="module"[^>]+src="\.\/assets\//);
  });
});
