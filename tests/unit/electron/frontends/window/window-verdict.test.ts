import { describe, expect, it } from 'vitest';
import { WindowVerdict } from '../../../../../electron/frontends/window/window-verdict.ts';
import type { AllowedOutcome } from '../../../../../shared/outcomes/outcomes.ts';
import { allowed, refused, type LoginOutcome } from '../../../../../shared/outcomes/login-outcome.ts';
import type { LoginView } from '../../../../../shared/login/view/login-view.ts';
import { NO_REQUESTER } from '../../../../../shared/service/requester.ts';

const view = (screen: LoginView['screen']): LoginView => ({ screen }) as LoginView;
const PERSON = { username: 'alice', method: null, requester: NO_REQUESTER };
const outcome = (name: AllowedOutcome): LoginOutcome => allowed({ outcome: name, identity: null, ...PERSON });
const DENIED = refused({ outcome: 'denied', reason: 'denied-by-person', code: null, ...PERSON });

function verdictOf(act: (verdict: WindowVerdict) => void): readonly string[] {
  const told: string[] = [];
  act(
    new WindowVerdict(
      (decided) => told.push(decided.outcome),
      () => told.push('cancelled'),
    ),
  );
  return told;
}

describe('the verdict of a window’s login', () => {
  it('is decided by a confirmation at once', () => {
    expect(
      verdictOf((verdict) => {
        verdict.end(outcome('confirmed'));
      }),
    ).toEqual(['confirmed']);
  });

  it.each(['bypassed', 'allowed-unreachable'] as const)('is %s only when that was accepted', (name) => {
    expect(
      verdictOf((verdict) => {
        verdict.end(outcome(name));
      }),
    ).toEqual([]);
    expect(
      verdictOf((verdict) => {
        verdict.end(outcome(name));
        verdict.leave();
      }),
    ).toEqual([name]);
    expect(
      verdictOf((verdict) => {
        verdict.end(outcome(name));
        verdict.close();
      }),
    ).toEqual(['cancelled']);
  });

  it.each(['leave', 'close'] as const)('is the refusal that the person leaves by "%s"', (way) => {
    expect(
      verdictOf((verdict) => {
        verdict.end(DENIED);
        verdict.show(view('failed'));
        verdict[way]();
      }),
    ).toEqual(['denied']);
  });

  it('is the confirmation that counted, where the window is closed behind it', () => {
    expect(
      verdictOf((verdict) => {
        verdict.end(outcome('confirmed'));
        verdict.close();
      }),
    ).toEqual(['confirmed']);
  });

  it('is cancelled where the person went on from a refusal, and closed', () => {
    expect(
      verdictOf((verdict) => {
        verdict.end(DENIED);
        verdict.show(view('failed'));
        verdict.show(view('methods'));
        verdict.close();
      }),
    ).toEqual(['cancelled']);
    expect(
      verdictOf((verdict) => {
        verdict.close();
      }),
    ).toEqual(['cancelled']);
  });
});
