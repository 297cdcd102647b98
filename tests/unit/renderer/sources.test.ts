import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { describe, expect, it, vi } from 'vitest';
import { pageName } from '../../../scripts/build/page.ts';
import { messagesFor } from '../../support/strings.ts';
import { LANGUAGES } from '../../../shared/strings/language.ts';
import config from '../../../vite.config.ts';

/** Gzipped. It notices a library that came in by mistake; what size costs is in docs/performance.md. */
const SCRIPT_BYTES = 105_000;
const PAGE_BYTES = 18_000;

const SIZE = String.raw`var\(--size-[a-z]+\)`;
const WEIGHT = String.raw`var\(--(regular|strong)\)`;
/** What each property may be. The root's size is the person's own. */
const FROM_TOKENS: Readonly<Record<string, RegExp>> = {
  font: new RegExp(String.raw`^(inherit|${WEIGHT} ${SIZE} / [\d.]+ var\(--(sans|mono)\))$`),
  'font-size': new RegExp(`^(${SIZE}|100%)$`),
  'font-weight': new RegExp(`^${WEIGHT}$`),
};

const FOLDER = join(import.meta.dirname, '../../../renderer');

it('takes the sizes and weights of text in the styles from the tokens alone', () => {
  const styles = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.endsWith('tokens.css'),
  );
  const declared = styles.flatMap((name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    return [...text.matchAll(/(?<property>font|font-size|font-weight):\s*(?<value>[^;}]+)/g)].map(
      ({ groups }) => ({
        name,
        property: groups?.['property'] ?? '',
        value: groups?.['value'] ?? '',
      }),
    );
  });
  for (const property of Object.keys(FROM_TOKENS))
    expect(declared.map((one) => one.property)).toContain(property);
  expect(declared.filter(({ property, value }) => !FROM_TOKENS[property]?.test(value))).toEqual([]);
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

  it('builds one script, which fetches nothing', () => {
    expect(scripts).toMatchObject([{ isEntry: true, imports: [], dynamicImports: [] }]);
  });

  it(`builds within the budgets of ${SCRIPT_BYTES / 1000} KB for the script and ${PAGE_BYTES / 1000} KB for a page`, () => {
    const script = zipped(scripts[0]?.code ?? '');
    const pages = LANGUAGES.map((language) => zipped(textOf(pageName(language))));
    expect(script).toBeGreaterThan(80_000);
    expect(script).toBeLessThanOrEqual(SCRIPT_BYTES);
    expect(Math.min(...pages)).toBeGreaterThan(8000);
    expect(Math.max(...pages)).toBeLessThanOrEqual(PAGE_BYTES);
  });

  it('builds without a schema library, because main checks its own messages', () => {
    const modules = scripts.flatMap(({ moduleIds }) => moduleIds);
    expect(modules.filter((id) => id.includes('react-dom'))).not.toEqual([]);
    expect(modules.filter((id) => id.includes('zod'))).toEqual([]);
  });

  it('builds colours for browsers without OKLCH', () => {
    expect(textOf('.css')).toMatch(/--accent:#[0-9a-f]{6}/);
    expect(textOf('.css')).not.toContain('oklch(');
  });

  it('builds one page for each language with its first form, its styles and its script', () => {
    for (const language of LANGUAGES) {
      const page = textOf(pageName(language));
      expect(page).toContain(messagesFor(language, 'window').formatMessage('username.heading'));
      expect(page).not.toMatch(/%[a-z.-]+%/);
      expect(page).toMatch(/<link rel="stylesheet"[^>]+href="\.\/assets\//);
      expect(page).toMatch(/<script async type="module"[^>]+src="\.\/assets\//);
    }
  });
});
