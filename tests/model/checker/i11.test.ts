import { describe } from 'vitest';
import type { Method } from '../../../shared/service/methods.ts';
import { each, gone, listening, pushed, transcript } from './each.ts';
import * as views from './views.ts';

describe('I11: the report of a login that the person did not start', () => {
  const SAID = { type: 'report-not-started' } as const;
  const end = views.failed('not-started-by-person');
  const said = (method: Method = 'push') => transcript().waiting(method).after(9).act(SAID);

  each('violated', ['I11'], {
    'nothing happens': () => gone(said()),
    'it counts as cancelled': () => said().show(end).refused('cancelled', 'cancelled'),
    'it ends as another denial': () => said().show(end).refused('denied', 'denied-by-person'),
    'the person did not say so': () => pushed().after(9).show(end),
    'it ends without a request': () => said('totp').show(end),
  });
  each('violated, with more', ['I1', 'I11'], {
    'let in all the same': () => said().show(end).letIn('confirmed', 'alice', 'push'),
  });
  each('kept', [], {
    'it ends': () => said().show(end).refused('denied', 'not-started-by-person'),
    'the same screen once more': () => said().show(end, end),
    'a new login after it': () => gone(said().show(end).show(views.home).after(9).waiting()),
    'while the push is being sent': () => listening().choose('push').act(SAID).show(end).aborted(),
    'without a request': () => gone(said('totp')),
  });
});
