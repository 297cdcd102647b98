import { describe } from 'vitest';
import type { RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';
import { refused } from '../../../shared/outcomes/login-outcome.ts';
import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import { exception } from '../../support/login-fixtures.ts';
import { each, gone, transcript } from './each.ts';
import type { Transcript } from './transcript.ts';
import * as views from './views.ts';

const ended = (outcome: RefusedOutcome) =>
  ({
    what: 'outcome',
    outcome: refused({
      outcome,
      reason: '',
      code: null,
      username: 'alice',
      method: null,
      requester: NO_REQUESTER,
    }),
  }) as const;
const DENIED = exception('UserDeniedException');
const timeUp = views.failed('login-timed-out', { advice: 'none' });

/** Denied by the service, which says why on its page. */
const atPage = (): Transcript =>
  transcript()
    .begin()
    .after(50)
    .good({ status: 'denied-or-waiting', tid: 'tid-1' })
    .show(views.hostedPage({ purpose: 'denied-or-waiting' }))
    .add(ended('denied'));
const denied = (): Transcript =>
  transcript().begin().after(50).bad(DENIED).show(views.failed('denied')).add(ended('denied'));

describe('I13: a denial that was reported stays one', () => {
  describe('violated', () => {
    each(
      ['I13'],
      [
        ['the screen of a denial becomes another end', () => gone(denied().after(9).show(timeUp))],
        ['its outcome becomes another', () => gone(denied().after(9).add(ended('not-now')))],
        ['so does that of a page that says why', () => gone(atPage().after(9).show(timeUp))],
      ],
    );
  });
  describe('kept', () => {
    each(
      [],
      [
        [
          'the same denial again',
          () => gone(denied().after(9).show(views.failed('denied')).add(ended('denied'))),
        ],
        [
          'another end of a login that was begun after it',
          () => gone(gone(denied()).after(9).waiting().show(timeUp)),
        ],
        ['the page that says why is read', () => gone(atPage().after(9).show(views.failed('denied')))],
      ],
    );
  });
});
