import { describe } from 'vitest';
import {
  BYPASSED,
  exception,
  NETWORK,
  TIMEOUT,
  TOKEN_EXPIRED,
} from '../../support/login/login-fixtures.ts';
import { each, gone, pushed, started, transcript } from './each.ts';
import type { Transcript } from './transcript.ts';
import * as views from './views.ts';

each('a healthy history without violations', [], {
  'a push': () =>
    pushed().approved().redeemed().after(900).act({ type: 'finish' }).add({ what: 'left' }),
  'a passcode': () =>
    transcript()
      .waiting('totp')
      .code()
      .after(9)
      .good()
      .show(views.code({ isAccepted: true }))
      .approved()
      .redeemed(),
  cancelled: () => gone(pushed()),
  'one login after another': () =>
    gone(pushed())
      .begin()
      .started(undefined, null, 'tid-2')
      .heard()
      .choose('sms')
      .selected(views.code({ method: 'sms' }))
      .after(1)
      .act({ type: 'cancel' })
      .show(views.home),
  'a given method': () =>
    transcript()
      .begin('alice', 'push')
      .started(undefined, 'push')
      .after(9)
      .confirmed()
      .asked('push')
      .selected()
      .approved()
      .redeemed(),
});

const failingOpen = (): Transcript => transcript({ failMode: 'allow-when-unreachable' }).begin();

describe('I1: allowed only when proven', () => {
  each('violated', ['I1'], {
    'no credentials at all': () => pushed().after(9).success('confirmed'),
    'the check was not good': () =>
      pushed().approved().after(9).bad(TOKEN_EXPIRED).success('confirmed'),
    'the credentials are of another person': () =>
      pushed().approved().after(9).good({ username: 'mallory' }).success('confirmed', 'mallory'),
    'another name is handed on': () =>
      pushed().approved().after(9).good({ username: 'alice' }).success('confirmed', 'mallory'),
    twice: () => pushed().approved().redeemed().success('confirmed'),
    'a bypass without an answer that says so': () => started().after(9).success('bypassed'),
    'a bypass with another number': () =>
      transcript().begin().after(9).bad(exception('UserBypassedException', 46)).success('bypassed'),
    'a bypass that the policy denies': () =>
      transcript({ bypass: 'deny' }).begin().after(9).bad(BYPASSED).success('bypassed'),
    'unreachable, and the policy denies': () =>
      transcript().begin().after(9).bad(NETWORK).success('allowed-unreachable'),
    'unreachable, and it was answered': () =>
      failingOpen().after(9).bad({ kind: 'status', status: 404 }).success('allowed-unreachable'),
    'unreachable by silence, after an answer': () =>
      failingOpen()
        .after(9)
        .bad({ kind: 'status', status: 404 })
        .begin()
        .after(9)
        .bad(NETWORK)
        .success('allowed-unreachable'),
    'unreachable after a method was chosen': () =>
      failingOpen()
        .started()
        .heard()
        .choose('push')
        .after(9)
        .bad(NETWORK)
        .success('allowed-unreachable'),
  });
  each('kept', [], {
    'the service spells the name its way': () =>
      transcript().waiting('push', 'A\u030alice').approved().redeemed('ÅLICE'),
    'a bypass': () => transcript().begin().after(9).bad(BYPASSED).success('bypassed'),
    'unreachable by policy': () =>
      failingOpen().after(9).bad({ kind: 'status', status: 503 }).success('allowed-unreachable'),
  });
});

describe('I2: a token is answered once', () => {
  const again = (was: Transcript): Transcript => was.check().after(9);
  each('violated', ['I2'], {
    'sent again after an answer': () =>
      gone(again(pushed().approved().after(9).bad(TOKEN_EXPIRED))),
    'sent again while its answer is awaited': () => gone(again(pushed().approved().after(500))),
    'sent a third time': () =>
      gone(
        again(pushed().approved().after(9).bad(NETWORK).check().after(9).bad(NETWORK))
          .bad(NETWORK)
          .after(1),
      ),
    'a fourth token': () =>
      gone(pushed().outdated('a', 'b', 'c').event('d').announced().check('d')),
  });
  each('kept', [], {
    'sent again when no answer came': () =>
      pushed().approved().after(9).bad(TIMEOUT).check().redeemed(),
    'sent again when the client hangs': () => pushed().approved().after(32_000).check().redeemed(),
    'three tokens, and three more for the next choice': () =>
      gone(pushed().outdated('a', 'b', 'c').choose('push').selected().outdated('d', 'e', 'f')),
  });
});
