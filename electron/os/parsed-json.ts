import type * as z from 'zod/mini';

/** Null for text that is no JSON, or has another form. */
export function parsedJson<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | null {
  try {
    const { success, data } = schema.safeParse(JSON.parse(text));
    return success ? data : null;
  } catch {
    return null;
  }
}
