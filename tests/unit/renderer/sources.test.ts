import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, test, vi } from 'vitest';
import config from '../../../vite.config.ts';

const BUDGET_BYTES = 100 * 1024;

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

  test(`is within its budget of ${BUDGET_BYTES / 1024} KB`, () => {
    const bytes = gzipSync(textOf('.js')).length;
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES);
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
