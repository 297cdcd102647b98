import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import { pageName } from '../../../scripts/lib/page.ts';
import { messagesFor } from '../../support/strings.ts';
import { LANGUAGES } from '../../../shared/strings/language.ts';
import config from '../../../vite.config.ts';

/**
 * Gzipped: the first screen's bytes, and all bytes with the words of one language. They notice a library that came in by
 * mistake; what size costs is in docs/performance.md.
 */
const FIRST_BYTES = 85_000;
const ALL_BYTES = 125_000;

const FOLDER = join(import.meta.dirname, '../../../renderer');

test('styles know three sizes and two weights', () => {
  const styles = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.endsWith('tokens.css'),
  );
  for (const name of styles) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const sizes = [...text.matchAll(/font-size:\s*([^;]+);/g)].map(([, value]) => value);
    const weights = [...text.matchAll(/font-weight:\s*([^;]+);/g)].map(([, value]) => value);
    for (const size of sizes)
      expect([name, size]).toEqual([name, expect.stringMatching(/^var\(--size|^100%/)]);
    for (const weight of weights) {
      expect([name, weight]).toEqual([name, expect.stringMatching(/^var\(--(regular|strong)\)/)]);
    }
  }
});

describe('the build', async () => {
  // As `vite build` does by itself; under vitest React would be the one for development.
  vi.stubEnv('NODE_ENV', 'production');
  const packed = config({ mode: 'package-renderer', command: 'build' });
  const made = (await build({
    ...packed,
    configFile: false,
    logLevel: 'error',
    build: { ...packed.build, write: false },
  })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  const textOf = (ending: string): string =>
    made.output
      .filter(({ fileName }) => fileName.endsWith(ending))
      .map((part) => (part.type === 'chunk' ? part.code : String(part.source)))
      .join('\n');

  const scripts = made.output.filter((part) => part.type === 'chunk');
  const zipped = (code: string): number => gzipSync(code).length;

  const named = (name: string) => scripts.find(({ fileName }) => fileName.endsWith(name));
  const first = scripts.find(({ isEntry }) => isEntry);
  const later = named('after-username.js');

  test('is two scripts, one that the page begins with, and one that it fetches later; and the words of each language', () => {
    const words = LANGUAGES.map((language) => `assets/${language}-window.js`);
    expect(scripts.map(({ fileName }) => fileName).sort()).toEqual(
      [first?.fileName, later?.fileName, ...words].sort(),
    );
    expect(first).toMatchObject({ imports: [], dynamicImports: [later?.fileName] });
    expect(later?.imports).toEqual([first?.fileName]);
    // Each language is fetched alone: its file imports no other.
    expect([...(later?.dynamicImports ?? [])].sort()).toEqual(words.sort());
    for (const name of words)
      expect(named(name)).toMatchObject({ imports: [], dynamicImports: [] });
  });

  test(`is within its budgets of ${FIRST_BYTES / 1000} KB at first and ${ALL_BYTES / 1000} KB in all`, () => {
    const [begin, screens, ...words] = [
      first?.code ?? '',
      later?.code ?? '',
      ...LANGUAGES.filter((language) => language !== 'en-XA').map(
        (language) => named(`${language}-window.js`)?.code ?? '',
      ),
    ].map(zipped);
    expect(begin).toBeGreaterThan(10_000);
    expect(screens).toBeGreaterThan(10_000);
    expect(Math.min(...words)).toBeGreaterThan(5000);
    expect(begin).toBeLessThanOrEqual(FIRST_BYTES);
    expect((begin ?? 0) + (screens ?? 0) + Math.max(...words)).toBeLessThanOrEqual(ALL_BYTES);
  });

  test('has no schema library: main checks its own messages', () => {
    const modules = scripts.flatMap(({ moduleIds }) => moduleIds);
    expect(modules.filter((id) => id.includes('react-dom'))).not.toEqual([]);
    expect(modules.filter((id) => id.includes('zod'))).toEqual([]);
  });

  test('has a colour for browsers without OKLCH', () => {
    expect(textOf('.css')).toMatch(/--accent:#[0-9a-f]{6}/);
    expect(textOf('.css')).not.toContain('oklch(');
  });

  test('has its first form, its styles and its script in one page for each language', () => {
    for (const language of LANGUAGES) {
      const page = textOf(pageName(language));
      expect(page).toContain(messagesFor(language, 'first').say('username.heading'));
      expect(page).not.toMatch(/%[a-z.-]+%/);
      expect(page).toMatch(/<link rel="stylesheet"[^>]+href="\.\/assets\//);
      expect(page).toMatch(/<script async type="module"[^>]+src="\.\/assets\//);
    }
  });
});
