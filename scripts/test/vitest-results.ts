/** Reporter of vitest: writes each test's result where `npm test` and `npm run nightly` read it. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { reasonIn, RESULTS_VARIABLE, type TestResult } from './results.ts';

type Errors = readonly Readonly<{ message: string; stack?: string; diff?: string }>[];

// oxlint-disable-next-line import/no-default-export -- vitest loads a reporter by it
export default class VitestResults implements Reporter {
  /** Prints a failed test at once: a run that is interrupted writes no results. */
  onTestCaseResult(test: TestCase): void {
    const { name, state } = resultOf(test);
    if (state === 'failed') console.log(`\nfailed: ${name}`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors): void {
    const results = modules.flatMap((module) => [
      ...[...module.children.allTests()].map(resultOf),
      ...[module, ...module.children.allSuites()].flatMap((one) =>
        one.errors().length === 0
          ? []
          : [
              failed(
                module,
                'type' in one && one.type === 'suite' ? one.fullName : 'the file',
                one.errors(),
              ),
            ],
      ),
    ]);
    const [first] = modules;
    if (unhandled.length > 0 && first !== undefined)
      results.push(failed(first, 'outside any test', unhandled));
    writeFileSync(process.env[RESULTS_VARIABLE] ?? '', JSON.stringify(results, null, 2));
  }
}

/** The suite of a project: `unit` has two. */
const suiteOf = (module: TestModule) => module.project.name.replace(/-isolated$/, '');

const placeOf = (module: TestModule) =>
  path.relative(module.project.vitest.config.root, module.moduleId);

function resultOf(test: TestCase): TestResult {
  const suite = suiteOf(test.module);
  const name = `${placeOf(test.module)}: ${test.fullName.replaceAll(' > ', ' › ')}`;
  const result = test.result();
  if (result.state === 'skipped' || result.state === 'pending')
    return { suite, name, state: 'skipped', text: reasonIn(test.fullName) };
  const text = `${name}\n${textOf(result.errors ?? [])}`;
  if (result.state === 'failed') return { suite, name, state: 'failed', text };
  return test.diagnostic()?.flaky === true
    ? { suite, name, state: 'flaky', text }
    : { suite, name, state: 'passed', text: '' };
}

function failed(module: TestModule, what: string, errors: Errors): TestResult {
  const name = `${placeOf(module)}: ${what}`;
  return { suite: suiteOf(module), name, state: 'failed', text: `${name}\n${textOf(errors)}` };
}

const textOf = (errors: Errors) =>
  errors
    .map(({ stack, message, diff }) => [stack ?? message, ...(diff === undefined ? [] : [diff])])
    .map((parts) => stripVTControlCharacters(parts.join('\n')))
    .join('\n');
