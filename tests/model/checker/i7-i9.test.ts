import { refused } from '../../../shared/outcomes/login-outcome.ts';
import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import { describe } from 'vitest';
import { secretMark } from '../../support/history/history.ts';
import { NETWORK } from '../../support/login-fixtures.ts';
import { each, gone, pushed, transcript } from './each.ts';
import * as views from './views.ts';

describe('I7: no secret leaves', () => {
  const mark = secretMark('access-token-1');
  describe('violated', () => {
    each(
      ['I7'],
      [
        ['in a view', () => gone(pushed().show(views.challenge('push', { phoneNumber: mark })))],
        [
          'in a log entry',
          () => gone(pushed().add({ what: 'log', event: 'redeem', text: `{"token":"${mark}"}` })),
        ],
        [
          'in an outcome',
          () =>
            gone(
              pushed().add({
                what: 'outcome',
                outcome: refused({
                  outcome: 'cancelled',
                  reason: mark,
                  code: null,
                  username: 'alice',
                  method: 'push',
                  requester: NO_REQUESTER,
                }),
              }),
            ),
        ],
        ['in a state', () => gone(pushed().add({ what: 'text', where: 'state', text: mark }))],
      ],
    );
  });
  describe('kept', () => {
    each(
      [],
      [
        [
          'the mark of a code among the acts',
          () =>
            gone(
              transcript()
                .waiting('totp')
                .after(9)
                .act({ type: 'submit-code', code: secretMark('code-1') })
                .show(views.code()),
            ),
        ],
      ],
    );
  });
});

describe('I8: no push without a listener', () => {
  const choosing = (was = transcript().begin().started()) =>
    was
      .after(9)
      .act({ type: 'choose-method', method: 'push' })
      .show(views.methods({ starting: 'push' }));
  describe('violated', () => {
    each(
      ['I8'],
      [
        ['before the event channel stood', () => gone(choosing().askMethod('push').selected())],
        [
          'while it is down',
          () => gone(choosing(transcript().begin().started().heard().lost()).askMethod('push').selected()),
        ],
        [
          'the event channel of the attempt before',
          () =>
            gone(
              choosing(
                gone(pushed())
                  .begin()
                  .started(undefined, null, 'tid-2')
                  .add({ what: 'confirmed', eventChannel: 1, hasGap: false }),
              )
                .askMethod('push')
                .selected(),
            ),
        ],
      ],
    );
  });
  describe('kept', () => {
    each(
      [],
      [
        [
          'it stands',
          () => gone(choosing(transcript().begin().started().heard()).askMethod('push').selected()),
        ],
        [
          'it stands again',
          () =>
            gone(
              choosing(transcript().begin().started().heard().lost().confirmed(true))
                .askMethod('push')
                .selected(),
            ),
        ],
        [
          'it is to connect after the method',
          () =>
            gone(
              choosing(transcript({ connect: 'after-method' }).begin().started())
                .askMethod('push')
                .selected(),
            ),
        ],
      ],
    );
  });
});

describe('I9: a lost approval is announced', () => {
  const missed = views.challenge('push', { notice: { kind: 'possibly-missed' } });
  const approval = { what: 'approved', tid: 'tid-1', method: 'push', token: 'access-token-1' } as const;
  describe('violated', () => {
    each(
      ['I9'],
      [
        [
          'a gap, and the screen does not say so',
          () => gone(pushed().lost().after(9).confirmed(true).show(views.challenge('push'))),
        ],
        ['a gap, and nothing is shown', () => gone(pushed().lost().after(9).confirmed(true))],
        [
          'a gap while the method was asked for',
          () =>
            gone(
              transcript()
                .begin()
                .started()
                .heard()
                .choose('push')
                .lost()
                .confirmed(true)
                .show(views.methods({ starting: 'push' }))
                .selected(),
            ),
        ],
        ['an event that never came', () => pushed().after(9).add(approval).after(100).show(views.home)],
      ],
    );
  });
  describe('kept', () => {
    each(
      [],
      [
        ['a gap is announced', () => gone(pushed().lost().after(9).confirmed(true).show(missed))],
        [
          'a gap while the method was asked for is announced',
          () =>
            gone(
              transcript()
                .begin()
                .started()
                .heard()
                .choose('push')
                .lost()
                .confirmed(true)
                .show(views.methods({ starting: 'push' }))
                .selected(missed),
            ),
        ],
        [
          'a gap while nothing was waited for',
          () =>
            gone(
              transcript().begin().started().heard().lost().after(9).confirmed(true).show(views.methods()),
            ),
        ],
        [
          'the wait ends',
          () => pushed().after(9).add(approval).after(119_000).show(views.failed('timed-out')),
        ],
        [
          'the code was right, and no event came',
          () =>
            gone(
              pushed()
                .after(9)
                .add(approval)
                .after(9)
                .show(views.challenge('push', { notice: { kind: 'code-accepted-no-event' } })),
            ),
        ],
        ['the person left', () => gone(pushed().after(9).add(approval))],
        ['the event came late', () => pushed().after(9).add(approval).approved().redeemed()],
        [
          'somebody else approved',
          () =>
            gone(
              pushed()
                .after(9)
                .add({ ...approval, tid: 'tid-2' }),
            ),
        ],
        [
          'no answer to methodSSH, which is announced',
          () =>
            transcript()
              .begin()
              .started()
              .heard()
              .choose('push')
              .add(approval)
              .after(9)
              .bad(NETWORK)
              .show(views.failed('network-unreachable')),
        ],
      ],
    );
  });
});
