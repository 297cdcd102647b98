/**
 * `node scripts/commit-subjects.mjs [BASE]`: checks the subject of every commit after BASE, without merges. BASE is the
 * last commit before the rule, unless given. In a clone that does not have it (a shallow one), only the newest commit is
 * checked. Ends with 1 and names each that is refused.
 */
import { spawnSync } from 'node:child_process';
import { subjectFault } from './lib/commit-subject.mjs';
import { root } from './lib/paths.mjs';

const BEFORE_THE_RULE = 'e53db6198934a6f06eecbc33f3eddb6d5151ffb4';

const git = (/** @type {string[]} */ ...args) =>
  spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' });

const base = process.argv[2] ?? BEFORE_THE_RULE;
const isBefore = git('merge-base', '--is-ancestor', base, 'HEAD').status === 0;
const log = git('log', '--no-merges', '--format=%h %s', isBefore ? `${base}..HEAD` : '-1');
if (log.status !== 0) throw log.error ?? new Error(log.stderr);
const commits = log.stdout.split('\n').filter(Boolean);
const refused = commits.flatMap((line) => {
  const [, hash = '', subject = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
  const fault = subjectFault(subject);
  return fault === null ? [] : [`✗ ${hash} ${fault}: ${subject}`];
});
for (const line of refused) console.log(line);
console.log(`${commits.length} commit subjects checked, ${refused.length} refused (CONTRIBUTING.md).`);
process.exitCode = refused.length === 0 ? 0 : 1;
