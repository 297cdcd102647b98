import type { Rules } from '../history.ts';
import type { Invariant } from '../invariant.ts';
import { ANSWER_SLACK_MS } from '../limits.ts';
import type { Asked } from '../situation.ts';

export const I2_TOKENS: Invariant = {
  name: 'I2',
  says: 'a token is answered once, sent again only when no answer came, twice at most; three tokens for a choice of a method',
  watch: (rules, report) => (entry, before) => {
    if (entry.what !== 'request' || entry.endpoint !== 'credentials' || entry.token === null)
      return;
    const sent = [...before.requests.values()].filter(
      (asked) => asked.entry.endpoint === 'credentials',
    );
    const earlier = sent.filter((asked) => asked.entry.token === entry.token);
    if (earlier.length >= 2) report(`${entry.token} is sent for the ${earlier.length + 1}th time`);
    for (const asked of earlier) {
      const fault = faultOfSendingAgain(asked, entry.atMs, rules);
      if (fault) report(`${entry.token} is sent again ${fault}`);
    }
    const { attempt } = before;
    if (attempt?.heard.has(entry.token) === true && !attempt.tokens.includes(entry.token)) {
      report(`${entry.token} is one too many since the last choice`);
    }
  },
};

function faultOfSendingAgain(
  asked: Asked,
  nowMs: number,
  { policy, toleranceMs }: Rules,
): string | null {
  const { end } = asked;
  if (end === null || end === 'aborted') {
    // The machine's net under a client that never answers.
    const lastsMs = policy.requestMs + ANSWER_SLACK_MS - toleranceMs;
    return nowMs - asked.atMs >= lastsMs ? null : 'while its answer was awaited';
  }
  const hasNoAnswer = end.kind === 'failure' && ['network', 'timeout'].includes(end.failure.kind);
  return hasNoAnswer ? null : 'although it was answered';
}
