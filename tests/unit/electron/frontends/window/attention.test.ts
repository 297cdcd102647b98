/** The taskbar's attention: by the views of whole logins. */
import { describe, expect, it } from 'vitest';
import { attention } from '../../../../../electron/frontends/window/attention.ts';
import type { LoginView } from '../../../../../shared/login/view/login-view.ts';
import {
  approvalView,
  codeView,
  failedView,
  methodsView,
  succeededView,
  usernameView,
} from '../../../renderer/fixtures.ts';

const wantedOf = (views: readonly LoginView[]): readonly boolean[] => {
  const wants = attention();
  return views.map((view, index) => wants({ view, atMs: index * 1000 }));
};

describe('a call for attention', () => {
  it('calls for attention at a needed answer and at success, not at the first or a passing screen', () => {
    expect(
      wantedOf([
        usernameView(),
        usernameView({ busy: true }),
        methodsView(),
        methodsView({ starting: 'push' }),
        approvalView(),
        approvalView({ link: 'reconnecting' }),
        approvalView({ isVerifying: true }),
        succeededView(),
      ]),
    ).toEqual([false, false, true, false, true, false, false, true]);
  });

  it('calls for attention at a wrong passcode, a notice and an end', () => {
    const wrong = { kind: 'wrong', serviceText: null, tries: 1 } as const;
    expect(
      wantedOf([
        codeView(),
        codeView({ busy: true }),
        codeView({ problem: wrong }),
        codeView({ problem: wrong, notice: { kind: 'possibly-missed' } }),
        failedView('denied'),
      ]),
    ).toEqual([false, false, true, true, true]);
  });
});
