import { describe } from 'vitest';
import type { Method } from '../../../shared/service/methods.ts';
import { NETWORK, tooMany } from '../../support/login/login-fixtures.ts';
import { each, gone, listening, pushed } from './each.ts';
import type { Transcript } from './transcript.ts';
import * as views from './views.ts';

/** A push that was left for a code, which is typed. */
function typed(): Transcript {
  return pushed().after(1_000).back().choose('totp').selected(views.code()).code();
}

/** The code is right. */
function accepted(was: Transcript): Transcript {
  return was
    .after(50)
    .good()
    .show(views.code({ isAccepted: true }));
}

const proven = (was: Transcript, method: Method | null): Transcript =>
  was.after(50).good({ username: 'alice' }).success('confirmed', 'alice', method);

/** An approval of the push while the code's screen is open. */
function approvedMeanwhile(was: Transcript): Transcript {
  return was
    .after(100)
    .event('a')
    .show(views.code({ isVerifying: true }))
    .check('a');
}

describe('I10: an outcome names no method that it does not know', () => {
  each('violated', ['I10'], {
    'no method, although one was started': () => proven(pushed().approved(), null),
    'another than the one that was started': () => proven(pushed().approved(), 'totp'),
    'the screen when two were started': () =>
      proven(
        approvedMeanwhile(pushed().after(1_000).back().choose('totp').selected(views.code())),
        'totp',
      ),
    'the first when its code was not accepted': () => proven(accepted(typed()).approved(), 'push'),
    'a code that was accepted after an approval was heard': () =>
      proven(
        typed()
          .unreadable()
          .show(views.code({ busy: true, notice: { kind: 'possibly-missed' } }))
          .after(50)
          .good()
          .show(views.code({ isAccepted: true }))
          .approved(),
        'totp',
      ),
    'the second when the first was refused: who refused is not proven': () => {
      const refused = listening()
        .choose('push')
        .after(9)
        .bad(tooMany(null))
        .show(views.methods())
        .choose('email')
        .selected();
      return proven(refused.approved(), 'email');
    },
  });
  each('kept', [], {
    'the only one': () => proven(pushed().approved(), 'push'),
    'the code, which was accepted before': () => proven(accepted(typed()).approved(), 'totp'),
    'no method when two were started': () =>
      proven(
        approvedMeanwhile(pushed().after(1_000).back().choose('totp').selected(views.code())),
        null,
      ),
    'no method when the other got no answer and may have been started': () =>
      proven(
        listening()
          .choose('push')
          .after(9)
          .bad(NETWORK)
          .show(views.failed('network-unreachable', { canChooseMethod: true }))
          .back()
          .choose('email')
          .selected()
          .approved(),
        null,
      ),
    'no person was confirmed': () => gone(pushed()),
  });
});

describe('I9: an approval that cannot be checked is announced', () => {
  const four = (): Transcript =>
    ['a', 'b', 'c'].reduce(
      (one, token) =>
        one
          .approved(token)
          .after(9)
          .bad({ kind: 'status', status: 404 })
          .show(views.challenge('push', { notice: { kind: 'approval-refused' } })),
      pushed(),
    );
  each('violated', ['I9'], {
    'without a token': () => gone(pushed().unreadable()),
    'one too many': () => gone(four().event('d')),
  });
  each('kept', [], {
    'without a token, announced': () => gone(pushed().unreadable().announced()),
    'one too many, announced': () => gone(four().event('d').announced()),
    'announced already': () => gone(pushed().unreadable().announced().after(9).unreadable()),
    'the event channel is closed': () => gone(pushed()).unreadable(),
  });
});
