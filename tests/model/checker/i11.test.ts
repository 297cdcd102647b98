import { describe } from 'vitest';
import { allowed, refused } from '../../../shared/outcomes/login-outcome.ts';
import type { Method } from '../../../shared/service/methods.ts';
import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import { each, gone, pushed, transcript } from './each.ts';
import * as views from './views.ts';

describe('I11: the report of a login that the person did not start', () => {
  const SAID = { type: 'report-not-started' } as const;
  const end = views.failed('not-started-by-person');
  const told = (reason: string, outcome: 'denied' | 'cancelled' = 'denied') =>
    ({
      what: 'outcome',
      outcome: refused({
        outcome,
        reason,
        code: null,
        username: 'alice',
        method: 'push',
        requester: NO_REQUESTER,
      }),
    }) as const;
  const letIn = {
    what: 'outcome',
    outcome: allowed({
      outcome: 'confirmed',
      username: 'alice',
      identity: null,
      method: 'push',
      requester: NO_REQUESTER,
    }),
  } as const;
  const said = (method: Method = 'push') => transcript().waiting(method).after(9).act(SAID);

  describe('violated', () => {
    each(
      ['I11'],
      [
        ['nothing happens', () => gone(said())],
        ['it counts as cancelled', () => said().show(end).add(told('cancelled', 'cancelled'))],
        ['it ends as another denial', () => said().show(end).add(told('denied-by-person'))],
        ['nobody said so', () => pushed().after(9).show(end)],
        ['nobody is sent anything, and it ends', () => said('totp').show(end)],
      ],
    );
  });
  describe('violated, with more', () => {
    each(['I1', 'I11'], [['let in all the same', () => said().show(end).add(letIn)]]);
  });
  describe('kept', () => {
    each(
      [],
      [
        ['it ends', () => said().show(end).add(told('not-started-by-person'))],
        ['the same screen once more', () => said().show(end, end)],
        ['a new login after it', () => gone(said().show(end).show(views.home).after(9).waiting())],
        [
          'while the push is being sent',
          () => transcript().begin().started().heard().choose('push').act(SAID).show(end).aborted(),
        ],
        ['where nothing was sent', () => gone(said('totp'))],
      ],
    );
  });
});
