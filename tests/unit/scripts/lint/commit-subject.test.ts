import { describe, expect, it } from 'vitest';
import { subjectFault } from '../../../../scripts/lint/commit-subject.ts';

describe('the subject of a commit', () => {
  it.each(['Pass the signal on', 'Focus the field', `Write ${'x'.repeat(66)}`])(
    'accepts the subject of a commit "%s"',
    (subject) => {
      expect(subjectFault(subject)).toBeNull();
    },
  );

  it.each([
    [`Write ${'x'.repeat(67)}`, 'has 73 characters, at most 72 are allowed'],
    ['Added a test', 'begins with "Added", which is no imperative'],
    ['Adds a test', 'begins with "Adds", which is no imperative'],
    ['Adding a test', 'begins with "Adding", which is no imperative'],
    ['wip', 'does not begin with a capital letter'],
  ])('refuses the subject of a commit "%s"', (subject, fault) => {
    expect(subjectFault(subject)).toBe(fault);
  });
});
