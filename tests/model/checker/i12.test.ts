import { describe } from 'vitest';
import { each, gone, listening, transcript } from './each.ts';
import * as views from './views.ts';

describe('I12: the pause that the service wants stands', () => {
  const tooMany = (retryAfterMs: number | null) =>
    ({ kind: 'too-many', retryAfterMs, serviceText: null }) as const;
  const problem = { kind: 'too-many', waitMs: 30_000, serviceText: null } as const;
  /** A code was one too many. */
  const paused = (retryAfterMs: number | null) =>
    transcript()
      .waiting('totp')
      .code()
      .after(50)
      .bad(tooMany(retryAfterMs))
      .show(views.code({ problem }));
  /** And the person is back at the methods. */
  const left = (retryAfterMs: number | null) => paused(retryAfterMs).back();

  each('violated', ['I12'], {
    'the method is asked for again': () => gone(left(null).after(28_999).choose('totp').selected()),
    'a named pause': () => gone(left(60_000).after(58_999).choose('totp').selected()),
    'another code is sent': () => gone(paused(null).after(28_999).code().after(50).good()),
    'the method was one too many itself': () =>
      gone(
        listening()
          .choose('push')
          .bad(tooMany(null))
          .show(views.methods())
          .choose('push')
          .selected(),
      ),
  });
  each('kept', [], {
    'when it has passed': () => gone(left(null).after(29_000).choose('totp').selected()),
    'a named one': () => gone(left(5_000).after(4_000).choose('totp').selected()),
    'another code then': () => gone(paused(null).after(29_000).code().after(50).good()),
    'another method': () => gone(left(null).choose('push').selected()),
    'another login': () => gone(left(null).cancel().waiting('totp')),
  });
});
