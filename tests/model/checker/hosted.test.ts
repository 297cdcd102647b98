import { describe } from 'vitest';
import { each, transcript } from './each.ts';
import type { Transcript } from './transcript.ts';
import * as views from './views.ts';

/* Invariants of a prompt-capable application: its token comes with the callback of its hosted page. */

const TOKEN = 'access-token-1';
const LONGER_MS = 400_000;

/** At the hosted page. */
function atPage(purpose: 'verify' | 'denied-or-waiting' = 'verify'): Transcript {
  return transcript()
    .begin()
    .after(50)
    .good({ status: purpose, tid: 'tid-1' })
    .show(views.hostedPage({ purpose }));
}

const cameBack = (was: Transcript, token: string | null = TOKEN, tid = 'tid-1'): Transcript =>
  was.after(2_000).add({ what: 'callback', tid, state: token === null ? 'cancel' : 'ok', token });

const checked = (was: Transcript): Transcript =>
  was.check(TOKEN).show(views.hostedPage({ isVerifying: true }));

/** The person confirmed on the page. */
const approved = (was: Transcript): Transcript =>
  was.after(1_000).add({ what: 'approved', tid: 'tid-1', method: 'hosted-page', token: TOKEN });

const timedOut = (was: Transcript): Transcript =>
  was.show(views.failed('login-timed-out')).refused('not-now', 'timed-out', 'login-timed-out');

describe('violated', () => {
  each('I1: let in', ['I1'], {
    'by the page alone': () => cameBack(atPage()).show(views.home).success('confirmed'),
  });
  each('I4: a token that was not heard in this attempt', ['I4'], {
    'of another transaction': () => checked(cameBack(atPage(), TOKEN, 'tid-0')).cancel(),
    'of a second callback': () => checked(cameBack(cameBack(atPage(), null))).cancel(),
    'of the page of a denial': () => checked(cameBack(atPage('denied-or-waiting'))).cancel(),
    'of a denial that is shown as a page to confirm on': () =>
      checked(cameBack(atPage('denied-or-waiting').show(views.hostedPage()))).cancel(),
  });
  each('I5: not checked', ['I5'], {
    'the token of a callback': () => cameBack(atPage()).after(9).cancel(),
  });
  each('I6: no end', ['I6'], {
    'of a page that stays open': () => timedOut(atPage().after(LONGER_MS)),
  });
  each('I9: lost, at a page without an end', ['I6', 'I9'], {
    'an approval that does not come back': () => approved(atPage()),
  });
});

each('kept', [], {
  'confirmed on the page': () => checked(cameBack(approved(atPage()))).redeemed(),
  'given up on the page': () => cameBack(atPage(), null).show(views.home),
  'an approval that does not come back, and the end of the time': () =>
    timedOut(approved(atPage())),
  'the page of a denial, which has no deadline': () =>
    atPage('denied-or-waiting').after(LONGER_MS).cancel(),
});
