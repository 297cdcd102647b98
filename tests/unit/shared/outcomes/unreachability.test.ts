import { describe, expect, it } from 'vitest';
import { answerSourceAfter, isUnreachable } from '../../../../shared/outcomes/unreachability.ts';
import { FAILURE_ROWS } from '../../../support/failure-rows.ts';

describe('failures (SEC-23: which of them a fail mode may act on)', () => {
  it.each(FAILURE_ROWS)(
    'let a fail mode act before any answer on silence alone: %o (%s)',
    (failure, _evidence, _unanswered, unreachable) => {
      expect(isUnreachable(failure, 'nobody')).toBe(unreachable);
    },
  );

  it.each(FAILURE_ROWS)('do not count as silence once the path has answered: %o', (failure) => {
    const isNotWell = failure.kind === 'status' && isUnreachable(failure, 'nobody');
    expect(isUnreachable(failure, 'path')).toBe(isNotWell);
  });

  it.each(FAILURE_ROWS)('after the service has answered, never: %o', (failure) => {
    expect(isUnreachable(failure, 'service')).toBe(false);
  });

  it.each(FAILURE_ROWS)(
    'tell the party that has answered: %o',
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
