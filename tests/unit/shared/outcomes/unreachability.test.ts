import { describe, expect, it } from 'vitest';
import { answerSourceAfter, isUnreachable } from '../../../../shared/outcomes/unreachability.ts';
import { FAILURE_ROWS } from '../../../support/login/failure-rows.ts';

describe('unreachability', () => {
  it.each(FAILURE_ROWS)(
    'lets a fail mode act on silence alone before any answer: %o, %s (SEC-23)',
    (failure, _evidence, _unanswered, unreachable) => {
      expect(isUnreachable(failure, 'nobody')).toBe(unreachable);
    },
  );

  it.each(FAILURE_ROWS)(
    'counts no failure as silence once the path has answered: %o (SEC-23)',
    (failure) => {
      const isNotWell = failure.kind === 'status' && isUnreachable(failure, 'nobody');
      expect(isUnreachable(failure, 'path')).toBe(isNotWell);
    },
  );

  it.each(FAILURE_ROWS)(
    'lets no fail mode act after an answer of the service: %o (SEC-23)',
    (failure) => {
      expect(isUnreachable(failure, 'service')).toBe(false);
    },
  );

  it.each(FAILURE_ROWS)(
    'tells which party has answered: %o',
    (failure, _evidence, _is, unreachable) => {
      const isSilent =
        failure.kind === 'aborted' ||
        failure.kind === 'credentials' ||
        failure.kind === 'browser' ||
        failure.kind === 'callback' ||
        (unreachable && failure.kind !== 'status');
      const isService =
        failure.kind === 'exception' ||
        failure.kind === 'too-many' ||
        (failure.kind === 'status' && failure.isRefusal === true);
      expect(answerSourceAfter(failure, 'nobody')).toBe(
        isSilent ? 'nobody' : isService ? 'service' : 'path',
      );
      // A party that has answered is never forgotten.
      expect(answerSourceAfter(failure, 'path')).toBe(isService ? 'service' : 'path');
      expect(answerSourceAfter(failure, 'service')).toBe('service');
    },
  );
});
