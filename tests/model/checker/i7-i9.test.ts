import { describe } from 'vitest';
import { secretMark } from '../../support/history/history.ts';
import { NETWORK } from '../../support/login/login-fixtures.ts';
import { each, gone, listening, pushed, started, transcript } from './each.ts';
import * as views from './views.ts';

describe('I7: no secret leaves', () => {
  const mark = secretMark('access-token-1');
  each('violated', ['I7'], {
    'in a view': () => gone(pushed().show(views.challenge('push', { phoneNumber: mark }))),
    'in a log entry': () =>
      gone(pushed().add({ what: 'log', event: 'redeem', text: `{"token":"${mark}"}` })),
    'in an outcome': () => gone(pushed().refused('cancelled', mark)),
    'in a state': () => gone(pushed().add({ what: 'text', where: 'state', text: mark })),
  });
  each('kept', [], {
    'the mark of a code among the acts': () =>
      gone(
        transcript()
          .waiting('totp')
          .after(9)
          .act({ type: 'submit-code', code: secretMark('code-1') })
          .show(views.code()),
      ),
  });
});

describe('I8: no push without a listener', () => {
  each('violated', ['I8'], {
    'before the event channel stood': () =>
      gone(started().chosen('push').askMethod('push').selected()),
    'while it is down': () => gone(listening().lost().chosen('push').askMethod('push').selected()),
    'the event channel of the attempt before': () =>
      gone(
        gone(pushed())
          .begin()
          .started(undefined, null, 'tid-2')
          .add({ what: 'confirmed', eventChannel: 1, mayHaveMissedEvents: false })
          .chosen('push')
          .askMethod('push')
          .selected(),
      ),
  });
  each('kept', [], {
    'it stands': () => gone(listening().chosen('push').askMethod('push').selected()),
    'it stands again': () =>
      gone(listening().lost().confirmed(true).chosen('push').askMethod('push').selected()),
    'it is to connect after the method': () =>
      gone(started({ connect: 'after-method' }).chosen('push').askMethod('push').selected()),
  });
});

describe('I9: a lost approval is announced', () => {
  const missed = views.challenge('push', { notice: { kind: 'possibly-missed' } });
  const approval = {
    what: 'approved',
    tid: 'tid-1',
    method: 'push',
    token: 'access-token-1',
  } as const;
  each('violated', ['I9'], {
    'a gap, and the screen does not say so': () =>
      gone(pushed().lost().after(9).confirmed(true).show(views.challenge('push'))),
    'a gap that is not shown': () => gone(pushed().lost().after(9).confirmed(true)),
    'a gap while the method was asked for': () =>
      gone(
        listening()
          .choose('push')
          .lost()
          .confirmed(true)
          .show(views.methods({ starting: 'push' }))
          .selected(),
      ),
    'an event that never came': () => pushed().after(9).add(approval).after(100).show(views.home),
  });
  each('kept', [], {
    'a gap is announced': () => gone(pushed().lost().after(9).confirmed(true).show(missed)),
    'a gap while the method was asked for is announced': () =>
      gone(
        listening()
          .choose('push')
          .lost()
          .confirmed(true)
          .show(views.methods({ starting: 'push' }))
          .selected(missed),
      ),
    'a gap outside of a wait': () =>
      gone(listening().lost().after(9).confirmed(true).show(views.methods())),
    'the wait ends': () =>
      pushed().after(9).add(approval).after(119_000).show(views.failed('timed-out')),
    'the code was right, and no event came': () =>
      gone(
        pushed()
          .after(9)
          .add(approval)
          .after(9)
          .show(views.challenge('push', { notice: { kind: 'code-accepted-no-event' } })),
      ),
    'the person left': () => gone(pushed().after(9).add(approval)),
    'the event came late': () => pushed().after(9).add(approval).approved().redeemed(),
    'another person approved': () =>
      gone(
        pushed()
          .after(9)
          .add({ ...approval, tid: 'tid-2' }),
      ),
    'no answer to methodSSH, which is announced': () =>
      listening()
        .choose('push')
        .add(approval)
        .after(9)
        .bad(NETWORK)
        .show(views.failed('network-unreachable')),
  });
});
