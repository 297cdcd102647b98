import { describe, expect, it } from 'vitest';
import { WindowVerdict } from '../../../../../electron/frontends/window/window-verdict.ts';
import type { AllowedOutcome } from '../../../../../shared/outcomes/outcomes.ts';
import {
  allowed,
  refused,
  type LoginOutcome,
} from '../../../../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../../../../shared/login/view/login-view.ts';
import { NO_REQUESTER } from '../../../../../shared/service/requester.ts';

const view = (screen: LoginView['screen']): LoginView => ({ screen }) as LoginView;
const PERSON = { username: 'alice', method: null, requester: NO_REQUESTER };
const outcome = (name: AllowedOutcome): LoginOutcome =>
  allowed({ outcome: name, identity: null, ...PERSON });
const DENIED = refused({ outcome: 'denied', reason: 'denied-by-person', code: null, ...PERSON });

const LEAVES = { leave: 'leave', close: 'close' } as const;
const ENDS = {
  confirmed: outcome('confirmed'),
  bypassed: outcome('bypassed'),
  'allowed-unreachable': outcome('allowed-unreachable'),
  denied: DENIED,
};
type Step = keyof typeof LEAVES | keyof typeof ENDS | 'failed' | 'methods';

/**
 * The verdicts after an outcome, a screen, or the end of the window by the person, one after the
 * other.
 */
function verdictOf(steps: readonly Step[]): readonly string[] {
  const told: string[] = [];
  const verdict = new WindowVerdict(
    (decided) => told.push(decided.outcome),
    () => told.push('cancelled'),
  );
  for (const step of steps) {
    if (step in LEAVES) verdict[step as keyof typeof LEAVES]();
    else if (step in ENDS) verdict.end(ENDS[step as keyof typeof ENDS]);
    else verdict.show(view(step as 'failed' | 'methods'));
  }
  return told;
}

describe('the verdict of a window’s login', () => {
  it.each<readonly [what: string, steps: readonly Step[], verdict: readonly string[]]>([
    ['confirmed at once by a confirmation', ['confirmed'], ['confirmed']],
    ['none before a bypass is accepted', ['bypassed'], []],
    ['a bypass that is accepted', ['bypassed', 'leave'], ['bypassed']],
    ['cancelled if a bypass is not accepted', ['bypassed', 'close'], ['cancelled']],
    ['none before an unreachable service is accepted', ['allowed-unreachable'], []],
    [
      'an unreachable service that is accepted',
      ['allowed-unreachable', 'leave'],
      ['allowed-unreachable'],
    ],
    [
      'cancelled if an unreachable service is not accepted',
      ['allowed-unreachable', 'close'],
      ['cancelled'],
    ],
    ['the refusal that the person leaves', ['denied', 'failed', 'leave'], ['denied']],
    ['the refusal that the person closes', ['denied', 'failed', 'close'], ['denied']],
    [
      'the confirmation that counted, though the window is closed',
      ['confirmed', 'close'],
      ['confirmed'],
    ],
    [
      'cancelled if the window is closed after a refusal that was overcome',
      ['denied', 'failed', 'methods', 'close'],
      ['cancelled'],
    ],
    ['cancelled if the window is closed', ['close'], ['cancelled']],
  ])('makes the verdict of a window’s login %s', (_what, steps, verdict) => {
    expect(verdictOf(steps)).toEqual(verdict);
  });
});
