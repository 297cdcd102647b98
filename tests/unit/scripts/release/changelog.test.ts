import { describe, expect, it } from 'vitest';
import { notesOf, withVersion } from '../../../../scripts/release/changelog.ts';
import { textOf } from '../../../../scripts/lib/repository-files.ts';

describe('the changelog of a release', () => {
  const released = withVersion(textOf('CHANGELOG.md'), '1.2.3', '2026-01-02');

  it('moves the unreleased changes of the changelog under the version', () => {
    expect(released).toContain('## Unreleased\n\n## 1.2.3 - 2026-01-02\n\n### Added\n');
    expect(notesOf(released, 'Unreleased')).toBe('');
    expect(notesOf(released, '1.2.3')).toMatch(/^### Added\n/);
  });

  it('refuses a version without unreleased changes in the changelog', () => {
    expect(() => withVersion(released, '1.2.4', '2026-01-03')).toThrow(
      'no line under "Unreleased"',
    );
  });
});
