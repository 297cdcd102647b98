import { describe } from 'vitest';
import { exception, NETWORK } from '../../support/login/login-fixtures.ts';
import { each, gone, listening, pushed, started, transcript } from './each.ts';
import * as views from './views.ts';

/** A push that waits, with a field for a code beside it. */
const besideField = () =>
  listening()
    .choose('push')
    .selected(views.challenge('push', { codeBeside: { problem: null } }));

describe('I3: no method or code without an act of the person', () => {
  each('violated', ['I3'], {
    'a push by itself': () => gone(listening().asked('push').selected()),
    'a push repeated after no answer': () =>
      gone(listening().choose('push').after(9).bad(NETWORK).askMethod('push').selected()),
    'another method than the chosen one': () =>
      gone(listening().chosen('push').askMethod('sms').after(9).bad(NETWORK).show(views.methods())),
    'a push that the person went back from': () =>
      gone(started().chosen('push').after(9).back().after(9).confirmed().asked('push').selected()),
    'a code repeated after no answer': () =>
      gone(transcript().waiting('totp').code().after(9).bad(NETWORK).askCode()),
    'a code beside a push without a field for it': () =>
      gone(pushed().codeBeside().after(50).good({ tid: 'tid-1' }).sent()),
    'two codes at once': () => gone(transcript().waiting('totp').code().askCode()),
  });
  each('kept', [], {
    'the event channel came first': () =>
      gone(started().chosen('push').after(9).confirmed().asked('push').selected()),
    'the same method once more': () => gone(pushed().choose('push').selected()),
    'the same method by the advice of an end': () =>
      gone(
        pushed()
          .after(120_000)
          .show(
            views.failed('timed-out', {
              advice: 'same-method',
              method: 'push',
              canChooseMethod: true,
            }),
          )
          .after(9)
          .act({ type: 'retry' })
          .asked('push')
          .selected(),
      ),
    'a code from the field beside a push, once its method is started': () =>
      gone(besideField().codeBeside().after(50).good({ tid: 'tid-1' }).sent()),
    'a second code after the first was wrong': () =>
      gone(
        transcript()
          .waiting('totp')
          .code()
          .after(9)
          .bad(exception('PasscodeException', 18))
          .show(views.code())
          .code(),
      ),
  });
});

describe('I4: no effect of another transaction or an older attempt', () => {
  each('violated', ['I4'], {
    'a method of another transaction': () =>
      gone(
        listening()
          .chosen('push')
          .askMethod('push', 'tid-0')
          .after(9)
          .bad(NETWORK)
          .show(views.methods()),
      ),
    'a token that was never received': () => gone(pushed().after(9).check()),
    'a token of the attempt before': () =>
      gone(
        gone(pushed().approved().aborted())
          .begin()
          .started(undefined, null, 'tid-2')
          .after(9)
          .event('access-token-9', 1)
          .check('access-token-9'),
      ),
    'a check after the end': () => gone(pushed()).after(9).check('access-token-1'),
    'a screen of an abandoned method': () =>
      gone(listening().choose('push').after(9).good().show(views.challenge('sms'))),
    'a screen without an answer': () =>
      gone(listening().choose('push').after(9).show(views.challenge('push'))),
    'the QR code of another choice': () =>
      gone(listening().choose('qrcode').after(9).good({ qrText: 'new' }).show(views.qr('old'))),
    'a code beside a push that counts before its method is started': () =>
      gone(
        besideField()
          .codeBeside()
          .show(views.code({ busy: true, isStarting: true, isAccepted: true })),
      ),
    'a code accepted without an answer': () =>
      gone(
        transcript()
          .waiting('totp')
          .code()
          .after(9)
          .aborted()
          .show(views.code({ isAccepted: true })),
      ),
    'a method that was not offered': () =>
      gone(transcript().begin().started(['push']).after(9).confirmed().show(views.methods())),
    'a denial that was never sent': () => pushed().after(9).show(views.failed('denied-by-person')),
    'a denial of an abandoned push': () =>
      pushed().after(9).back().event(null).show(views.failed('denied-by-person')),
    'an event channel outlives its attempt': () => pushed().add({ what: 'view', view: views.home }),
    'an event that names another transaction': () =>
      pushed().after(9).add({ what: 'frame', tid: 'tid-7' }).approved().redeemed(),
  });
  each('kept', [], {
    'an event of the attempt before without effect': () =>
      gone(
        gone(pushed())
          .begin()
          .started(undefined, null, 'tid-2')
          .after(9)
          .event('access-token-9', 1),
      ),
    'a denial of the push that is waited for': () =>
      pushed().after(9).event(null).show(views.failed('denied-by-person')),
    'an approval of an abandoned push': () =>
      pushed()
        .after(9)
        .back()
        .after(9)
        .event('access-token-1')
        .show(views.methods())
        .check()
        .redeemed(),
  });
});
