/**
 * Makes docs/security-rules.md: each rule of security-rules.json, with the files that keep it and
 * those that test it.
 */
import { rulesInCode, rulesInTests } from './rules-in-files.ts';
import { table } from '../lib/markdown.ts';
import list from './security-rules.json' with { type: 'json' };

const HEAD = `# The rules of security

<!-- Made by \`npm run docs\` from scripts/docs/security-rules.json: change that list, not this page. -->

For those who review Gatehouse or change its code. [Security](security.md) says in whole what is promised, against whom, and with which limits; each promise there names its rules here.

A rule is one thing that always holds. Its number stands as a comment \`SECURITY: SEC-n\` above each line of the code that keeps the rule, and at the end of the title of each test that breaks when the rule is broken. A test of the repository refuses a rule without code or without a test.

A number is never used for another rule. A rule leaves the list only by a decision, and then its number is among [those not in use](#numbers-not-in-use).`;

/** Files of the packaged program's tests are named apart: they show the rule on what people install. */
const isPackaged = (file: string) => file.startsWith('tests/packaged/');

export function rulePage(): string {
  const [inCode, inTests] = [rulesInCode(), rulesInTests()];
  const rules = Object.entries(list.rules).map(([rule, sentence]) => {
    const tests = inTests.get(rule) ?? [];
    return [
      `## ${rule}`,
      sentence,
      ...filesUnder('Code:', inCode.get(rule) ?? []),
      ...filesUnder(
        'Tests:',
        tests.filter((file) => !isPackaged(file)),
      ),
      ...filesUnder('Tests of the packaged program:', tests.filter(isPackaged)),
    ].join('\n\n');
  });
  return [HEAD, ...rules, unusedNumbers()].join('\n\n');
}

function filesUnder(title: string, files: readonly string[]) {
  const items = files.map((file) => `- [${file}](../${file})`);
  return files.length === 0 ? [] : [title, items.join('\n')];
}

function unusedNumbers() {
  const rows = Object.entries(list.unused).map(([numbers, page]) => [
    numbers,
    `[${page.slice(0, 4)}](decisions/${page})`,
  ]);
  return `## Numbers not in use\n\n${table(['Numbers', 'Decision'], rows)}`;
}

/** The targets of the links `[SEC-n]` in a page of docs/. */
export const ruleLinks = () =>
  Object.keys(list.rules)
    .map((rule) => `[${rule}]: security-rules.md#${rule.toLowerCase()}`)
    .join('\n');
