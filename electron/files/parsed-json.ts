import type * as z from 'zod/mini';

/** Parses JSON. Null if the text is invalid or does not match the schema. */
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
