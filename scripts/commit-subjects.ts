/**
 * The part "commits" of `npm run check`: the subject of every commit after the rule was made,
 * without merges. Ends with 1 and names each that is refused. A clone without that history (a
 * shallow one, or an unpacked archive) is skipped.
 */
import { subjectFault } from './lint/commit-subject.ts';
import { git } from './lib/git.ts';

const LAST_BEFORE_THE_RULE = 'e53db6198934a6f06eecbc33f3eddb6d5151ffb4';

if (git('merge-base', '--is-ancestor', LAST_BEFORE_THE_RULE, 'HEAD').status === 0) {
  const log = git('log', '--no-merges', '--format=%h %s', `${LAST_BEFORE_THE_RULE}..HEAD`);
  if (log.status !== 0) throw new Error(`git log ended with ${String(log.status)}`);
  const commits = log.stdout.split('\n').filter(Boolean);
  const refused = commits.flatMap((line) => {
    const [, hash = '', subject = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const fault = subjectFault(subject);
    return fault === null ? [] : [`✗ ${hash} ${fault}: ${subject}`];
  });
  for (const line of refused) console.log(line);
  console.log(
    `${commits.length} commit subjects checked, ${refused.length} refused (CONTRIBUTING.md).`,
  );
  process.exitCode = refused.length === 0 ? 0 : 1;
} else {
  console.log(
    'skipped: this clone lacks the history with the subjects of commits (git fetch --unshallow)',
  );
}
