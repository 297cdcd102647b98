import { describe, expect, it } from 'vitest';
import {
  codeProblemOf,
  isTimeUp,
  referenceOf,
} from '../../../../../shared/login/view/login-view.ts';
import {
  approvalView,
  codeView,
  failedView,
  keyView,
  methodsView,
} from '../../../renderer/fixtures.ts';

describe('what a view says', () => {
  it('says the problem of a code beside a push with the method of the code', () => {
    const problem = { kind: 'empty', tries: 1 } as const;
    expect(codeProblemOf(approvalView({ codeBeside: { problem } }))).toEqual({
      problem,
      method: 'totp',
    });
    expect(codeProblemOf(approvalView({ codeBeside: { problem: null } }))).toBeNull();
    expect(codeProblemOf(approvalView({ codeBeside: null }))).toBeNull();
    expect(codeProblemOf(methodsView())).toBeNull();
  });

  it('says the problem of a code in a field of its own with the method of the screen', () => {
    const problem = { kind: 'empty', tries: 1 } as const;
    expect(codeProblemOf(keyView({ problem }))).toEqual({ problem, method: 'yotp' });
    expect(codeProblemOf(keyView({ problem: null }))).toBeNull();
  });

  it("takes for the end of the caller's limit only a login that timed out and cannot go on", () => {
    expect(isTimeUp(failedView('login-timed-out', { advice: 'none' }))).toBe(true);
    expect(isTimeUp(failedView('login-timed-out', { advice: 'restart' }))).toBe(false);
    expect(isTimeUp(failedView('denied', { advice: 'none' }))).toBe(false);
    expect(isTimeUp(codeView())).toBe(false);
  });

  it('gives a text for the administrator after a failure and on a silent wait alone', () => {
    const failed = failedView('denied');
    expect(referenceOf(failed)).toBe(failed.reference);
    const reference = 'approval-pending (person: push)';
    expect(referenceOf(approvalView({ reference }))).toBe(reference);
    expect(referenceOf(codeView())).toBeNull();
  });
});
