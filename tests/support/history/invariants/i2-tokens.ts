import type { Rules } from '../history.ts';
import type { Invariant } from '../invariant.ts';
import { ANSWER_SLACK_MS } from '../limits.ts';
import type { Asked } from '../situation.ts';

export const I2_TOKENS: Invariant = {
  name: 'I2',
  says: 'a token is answered once, sent again only when no answer came, twice at most; three tokens for a choice of a method',
  watch: (rules, report) => {
    const heard = new Set<string>();
    return (entry, before) => {
      if (entry.what === 'event' && entry.token !== null) heard.add(entry.token);
      if (entry.what !== 'request' || entry.endpoint !== 'credentials' || entry.token === null) return;
      const sent = [...before.requests.values()].filter((asked) => asked.entry.endpoint === 'credentials');
      const earlier = sent.filter((asked) => asked.entry.token === entry.token);
      if (earlier.length >= 2) report(`${entry.token} is sent for the ${earlier.length + 1}th time`);
      for (const asked of earlier) {
        const fault = faultOfSendingAgain(asked, entry.atMs, rules);
        if (fault) report(`${entry.token} is sent again ${fault}`);
      }
      // Whether it was heard at all is I1's.
      const isHeard = heard.has(entry.token);
      if (isHeard && before.attempt?.tokens.includes(entry.token) !== true) {
        report(`${entry.token} is one too many since the last choice`);
      }
    };
  },
};

function faultOfSendingAgain(asked: Asked, nowMs: number, { policy, toleranceMs }: Rules): string | null {
  const { end } = asked;
  if (end === null || end === 'aborted') {
    // The machine's net under a client that never answers.
    const lastsMs = policy.requestMs + ANSWER_SLACK_MS - toleranceMs;
    return nowMs - asked.atMs >= lastsMs ? null : 'while its answer was awaited';
  }
  const hasNoAnswer = end.kind === 'failure' && ['network', 'timeout'].includes(end.failure.kind);
  return hasNoAnswer ? null : 'although it was answered';
}
