import { describe, expect, it } from 'vitest';
import { actOf, questionOf } from '../../../electron/frontends/terminal/questions.ts';
import { wantsRepair } from '../../../renderer/view/screen-rules.ts';
import { hasField, isChallenge, type LoginView } from '../../../shared/login/login-view.ts';
import { askerOf, limitOf, waitOf } from '../../../shared/login/view-parts.ts';
import { enTerminal } from '../../../shared/strings/en-terminal.ts';
import { FIXTURES } from './fixtures.ts';

const ANSWERS = ['', '1', 'a', 'm', 'o', 'q', '123456'];
const TYPED = { remembered: '', proxyName: null };

/** What is decided at a view. */
function decisionsAt(view: LoginView): readonly unknown[] {
  const wait = waitOf(view);
  return [
    isChallenge(view),
    hasField(view),
    isChallenge(view) && wantsRepair(view),
    askerOf(view),
    limitOf(view),
    wait && [wait.remainingMs, wait.canExtend],
    questionOf(view, TYPED, enTerminal),
    ...ANSWERS.map((answer) => actOf(view, answer, TYPED, enTerminal)),
  ];
}

describe('a view', () => {
  it.each(Object.entries(FIXTURES))(
    'is what its screen says, whatever members another one has besides: %s',
    (_name, view) => {
      const strange = Object.assign({}, ...Object.values(FIXTURES), view) as LoginView;
      expect(decisionsAt(strange)).toEqual(decisionsAt(view));
    },
  );
});
