import { describe } from 'vitest';
import { exception } from '../../support/login/login-fixtures.ts';
import { each, gone, transcript } from './each.ts';
import type { Transcript } from './transcript.ts';
import * as views from './views.ts';

const DENIED = exception('UserDeniedException');
const timeUp = views.failed('login-timed-out', { advice: 'none' });

/** Denied by the service, which says why on its page. */
const atPage = (): Transcript =>
  transcript()
    .begin()
    .after(50)
    .good({ status: 'denied-or-waiting', tid: 'tid-1' })
    .show(views.hostedPage({ purpose: 'denied-or-waiting' }))
    .refused('denied');
const denied = (): Transcript =>
  transcript().begin().after(50).bad(DENIED).show(views.failed('denied')).refused('denied');

describe('I13: a denial that was reported stays one', () => {
  each('violated', ['I13'], {
    'the screen of a denial becomes another end': () => gone(denied().after(9).show(timeUp)),
    'its outcome becomes another': () => gone(denied().after(9).refused('not-now')),
    'so does that of a page that says why': () => gone(atPage().after(9).show(timeUp)),
  });
  each('kept', [], {
    'the same denial again': () =>
      gone(denied().after(9).show(views.failed('denied')).refused('denied')),
    'another end of a login that was begun after it': () =>
      gone(gone(denied()).after(9).waiting().show(timeUp)),
    'the page that says why is read': () => gone(atPage().after(9).show(views.failed('denied'))),
  });
});
