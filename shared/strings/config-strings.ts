/** The sentences of `gatehouse config`. They are always in English, as the configuration itself is. */
export const configStrings = {
  warning: 'Warning',
  faults: (count: number): string => (count === 1 ? '1 fault.' : `${String(count)} faults.`),
  valid: (files: readonly string[], warnings: number): string =>
    `${files.join(', ')}: no faults, ${warnings === 0 ? 'no' : String(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}.`,
  redacted: '(set, not shown)',
  origins: { managed: 'managed', given: '--config', user: 'user', default: 'default' },
  unread: 'Not read, because the managed place above counts alone:',
  ignored: 'Ignored, because the first file above alone may set it:',
};
