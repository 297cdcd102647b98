import { repositoryFiles, textOf } from '../lib/repository-files.ts';

type Naming = ReadonlyMap<string, readonly string[]>;

/** The files that name each rule. The first group of the pattern holds the rules. */
function naming(isAmong: RegExp, pattern: RegExp): Naming {
  const found = new Map<string, readonly string[]>();
  for (const path of repositoryFiles().filter((file) => isAmong.test(file)))
    for (const [, words = ''] of textOf(path).matchAll(pattern))
      for (const [rule] of words.matchAll(/SEC-\d+/g))
        found.set(rule, [...new Set([...(found.get(rule) ?? []), path])]);
  return found;
}

/** The files with `// SECURITY: SEC-n why`, in the comment's form of each language. */
export const rulesInCode = (): Naming =>
  naming(
    /^(?:electron|renderer|shared|scripts|packaging|lab)\/.*\.(?:tsx?|mjs|sh|html)$|^launcher\/|^electron-builder\.yml$/,
    /(?:\/\/|#|\*|<!--)\s*SECURITY:\s*(SEC-\d+(?:\s*(?:,|and)\s*SEC-\d+)*)/g,
  );

/** The files with a rule in a text, which is to say in a title: of a test or of a group of them. */
export const rulesInTests = (): Naming =>
  naming(
    /^(?:tests|emulator)\/.*\.(?:test|spec)\.tsx?$/,
    /["'`]([^"'`\n]*\bSEC-\d+[^"'`\n]*)["'`]/g,
  );
