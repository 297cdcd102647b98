/**
 * A whole answer of credentials, 240 kB of JSON: in its `consumerParams` 120,000 lists lie in one
 * another. V8 reads such JSON, and cannot write it.
 */
export function deepAnswer(username: string): string {
  const lists = '['.repeat(120_000) + ']'.repeat(120_000);
  return `{"status":"OK","result":{"username":${JSON.stringify(username)},"email":"","consumerParams":{"a":${lists}}}}`;
}
