/** Reporter of Playwright: writes each test's result where `npm test` and `npm run nightly` read it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type {
  FullConfig,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult as TestRun,
} from '@playwright/test/reporter';
import { RESULTS_VARIABLE, type TestResult } from './results.ts';

/** The attachment of a failed test that holds the programs' output (tests/e2e/fixtures.ts). */
const PROGRAM_OUTPUT = 'output of the programs';

// oxlint-disable-next-line import/no-default-export -- Playwright loads a reporter by it
export default class PlaywrightResults implements Reporter {
  #tests: Suite | undefined;
  #suite = '';
  readonly #outside: TestResult[] = [];

  onBegin({ rootDir }: FullConfig, tests: Suite): void {
    this.#suite = path.basename(rootDir);
    this.#tests = tests;
  }

  onError(error: TestError): void {
    const name = `${this.#suite}: outside any test`;
    const text = `${name}\n${textOf([error])}`;
    this.#outside.push({ suite: this.#suite, name, state: 'failed', text });
  }

  /** Prints a failed test at once: a run that is interrupted writes no results. */
  onTestEnd(test: TestCase, { retry }: TestRun): void {
    if (retry < test.retries) return;
    const { name, state } = resultOf(this.#suite, test);
    if (state === 'failed') console.log(`\nfailed: ${name}`);
  }

  onEnd(): void {
    const tests = this.#tests?.allTests() ?? [];
    const results = tests.map((test) => resultOf(this.#suite, test));
    const file = process.env[RESULTS_VARIABLE] ?? '';
    writeFileSync(file, JSON.stringify([...results, ...this.#outside], null, 2));
  }
}

function resultOf(suite: string, test: TestCase): TestResult {
  const place = path.relative(process.cwd(), test.location.file);
  // The first titles are those of the run, the project and the file.
  const name = `${place}: ${test.titlePath().slice(3).join(' › ')}`;
  const outcome = test.outcome();
  if (outcome === 'expected') return { suite, name, state: 'passed', text: '' };
  if (outcome === 'skipped') {
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description ?? '';
    return { suite, name, state: 'skipped', text: reason };
  }
  const written = test.results
    .flatMap(({ attachments }) => attachments)
    .filter((attachment) => attachment.name === PROGRAM_OUTPUT)
    .map(({ body }) => stripVTControlCharacters(String(body ?? '')));
  const errors = test.results.flatMap((result) => result.errors);
  const text = [name, textOf(errors), ...written].join('\n');
  return { suite, name, state: outcome === 'flaky' ? 'flaky' : 'failed', text };
}

const textOf = (errors: readonly TestError[]) =>
  errors
    .map(({ stack, message, value }) => stripVTControlCharacters(stack ?? message ?? value ?? ''))
    .join('\n');
