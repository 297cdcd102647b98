/** An approval that cannot be handed on is refused in the form of a verdict, and the command does not run. */
import { describe, expect, it } from 'vitest';
import { deepAnswer } from '../support/deep-answer.ts';
import { gateSuite, MARK, skipped, statusOf } from './support/gate.ts';

describe.skipIf(skipped !== '')(`an answer nested 120,000 deep${skipped && ` (skipped: ${skipped})`}`, () => {
  const suite = gateSuite();

  it('ends as malformed-answer, 76', async () => {
    const body = deepAnswer('push-only');
    await suite.person().fault({ path: '/api/transaction/credentials', kind: 'status', status: 200, body });
    const words = ['--no-ui', '--method', 'push', '--user', 'push-only', '--status-fd', '5'];
    const program = suite.start([...words, '--', 'echo', MARK], { listenTo: [5] });
    await suite.person().approve((await suite.person().delivered('push-only', 'push')).tid);
    const ended = await program.ended;
    expect({ code: ended.code, ran: ended.stdout.toString() }, ended.stderr).toEqual({ code: 76, ran: '' });
    expect(statusOf(ended.heard.get(5))).toMatchObject({ outcome: 'protocol', reason: 'malformed-answer' });
    expect(ended.stderr).not.toMatch(/internal fault|RangeError/);
  });
});
