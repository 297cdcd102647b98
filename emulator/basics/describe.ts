import type { z } from 'zod';

/**
 * One line that names the key and the reason of a failed schema check: `[0].methods: Invalid option
 * …`.
 */
export function describeIssue(error: z.ZodError): { key: string; reason: string } {
  const issue = error.issues[0];
  if (issue === undefined) return { key: '', reason: 'invalid' };
  const keys =
    issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return { key: formatPath(keys), reason: isMissing ? 'is missing' : issue.message };
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${String(part)}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
