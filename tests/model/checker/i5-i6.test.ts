import { describe } from 'vitest';
import { BYPASSED, TOKEN_EXPIRED, tooMany } from '../../support/login/login-fixtures.ts';
import type { Intent } from '../../../shared/login/machine/login-event.ts';
import type { Transcript } from './transcript.ts';
import { each, gone, listening, pushed, started, transcript } from './each.ts';
import * as views from './views.ts';

describe('I5: an approval that came is checked at once', () => {
  each('violated', ['I5'], {
    'never checked': () => gone(pushed().after(9).event('a')),
    'checked a moment later': () =>
      pushed().after(9).event('access-token-1').after(1).check().redeemed(),
    'the next is not checked after the first was refused': () =>
      gone(pushed().approved('a').after(9).event('b').after(9).bad(TOKEN_EXPIRED)),
    'a good check, and no success': () =>
      gone(pushed().approved().after(9).good({ username: 'alice' })),
    'a good check, and a failure': () =>
      pushed().approved().after(9).good({ username: 'alice' }).show(views.failed('internal')),
  });
  each('kept', [], {
    'one after the other': () =>
      pushed()
        .approved('a')
        .after(9)
        .event('access-token-1')
        .after(9)
        .bad(TOKEN_EXPIRED)
        .check()
        .redeemed(),
    'the service wants to be left alone': () =>
      gone(pushed().approved('a').after(9).event('b').after(9).bad(tooMany(null))),
    'the same one again': () =>
      gone(pushed().approved('a').after(9).event('a').bad(TOKEN_EXPIRED).event('a')),
    'the fourth': () => gone(pushed().outdated('a', 'b', 'c').event('d').announced()),
    'the person leaves at the same moment': () =>
      pushed().approved().act({ type: 'cancel' }).show(views.home).aborted(),
    'credentials of another person': () =>
      pushed()
        .approved()
        .after(9)
        .good({ username: 'mallory' })
        .show(views.failed('other-username')),
  });
});

/** The person acts as the computer wakes, and is told that the caller's limit has passed. */
function overslept(intent: Intent, endsAtMs = 60_000): Transcript {
  const wait = transcript({ endsAtMs })
    .waiting()
    .after(70_000)
    .add({ what: 'woke', fromMs: 3_000 });
  return wait.act(intent).show(views.failed('login-timed-out', { advice: 'none' }));
}

const timeUp = views.failed('login-timed-out', { advice: 'none' });

/** A check that begins 10 s before the caller's limit, and gets no answer. */
const checkedLate = (): Transcript =>
  transcript({ endsAtMs: 60_000 })
    .waiting()
    .after(45_850)
    .approved()
    .after(32_000)
    .bad({ kind: 'timeout' });

/** The end advises a new start after a pause. */
const tooOften = (): Transcript =>
  pushed()
    .after(120_000)
    .show(views.failed('too-many-attempts', { waitMs: 900 }));

describe('I6: ways out and deadlines', () => {
  const late = { remainingMs: 1e12 };
  each('violated', ['I6'], {
    'cancel is dead': () => gone(pushed().after(9).act({ type: 'cancel' })),
    'back is dead while a code is sent': () =>
      gone(transcript().waiting('totp').code().after(9).act({ type: 'go-back' })),
    'back leads elsewhere': () => pushed().after(9).act({ type: 'go-back' }).show(views.home),
    'a choice without effect': () =>
      gone(listening().after(9).act({ type: 'choose-method', method: 'sms' })),
    'a request for more time without effect': () =>
      gone(pushed().after(9).act({ type: 'keep-waiting' })),
    'the advice cannot be taken when its time has come': () =>
      tooOften().after(900).act({ type: 'retry' }),
    'the advice is taken before its time': () =>
      tooOften().after(899).act({ type: 'retry' }).show(views.home),
    'a code is not taken': () =>
      gone(transcript().waiting('totp').after(9).act({ type: 'submit-code', code: '1' })),
    'finish is dead': () => pushed().approved().redeemed().after(9).act({ type: 'finish' }),
    'init waits for ever': () => transcript().begin(),
    'init waits a moment too long': () => gone(transcript().begin().after(31_500)),
    'listening waits too long': () => gone(started().chosen('push').after(10_001)),
    'a method is asked for too long': () => gone(listening().choose('push').after(32_001)),
    'a code is on its way too long': () => gone(transcript().waiting('totp').code().after(32_001)),
    'the wait on the screen runs out without an end': () => gone(pushed().after(119_001)),
    'the wait has no end': () =>
      gone(listening().choose('push').selected(views.challenge('push', late))),
    'the caller’s limit, seen late, keeps the login open': () => overslept({ type: 'cancel' }),
    'the caller’s limit is the answer before its time': () =>
      overslept({ type: 'keep-waiting' }, 90_000),
    'the caller’s limit waits for a second try': () =>
      checkedLate().check().after(15_000).show(timeUp),
    'the caller’s limit waits for another token': () =>
      checkedLate().event('b').check('b').after(15_000).show(timeUp),
    'the list of methods stays for ever': () => listening(),
    'the login lasts longer than it may': () => gone(listening().after(299_000)),
  });
  each('kept', [], {
    'back from a wait': () => gone(pushed().after(9).back()),
    'more time asked for when the caller’s limit passed in a sleep': () =>
      overslept({ type: 'keep-waiting' }),
    'an end to the minute': () => pushed().after(120_000).show(views.failed('timed-out')),
    'the wait runs out in a sleep': () =>
      pushed().after(500_000).add({ what: 'woke', fromMs: 3_000 }).show(views.failed('timed-out')),
    'the advice before its time': () => tooOften().after(899).act({ type: 'retry' }),
    'a code while the service wants to be left alone': () =>
      gone(
        transcript()
          .waiting('totp')
          .show(views.code({ problem: { kind: 'too-many', waitMs: 5_000, serviceText: null } }))
          .after(9)
          .act({ type: 'submit-code', code: '1' }),
      ),
    'the caller’s limit waits for a check': () => checkedLate().show(timeUp),
    'the caller’s limit waits for two, within one request’s time': () =>
      checkedLate().check().after(9_000).show(timeUp),
    'a check goes on beyond the wait': () =>
      pushed().after(117_500).approved().after(20_000).redeemed(),
    'more time was asked for': () =>
      gone(
        pushed()
          .after(100_000)
          .act({ type: 'keep-waiting' })
          .show(views.challenge('push'))
          .after(118_000),
      ),
    'a bypass may be declined': () =>
      transcript()
        .begin()
        .after(9)
        .bad(BYPASSED)
        .success('bypassed')
        .after(9)
        .act({ type: 'cancel' })
        .show(views.home),
  });
});
