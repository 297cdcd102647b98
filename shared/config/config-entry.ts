import * as z from 'zod/mini';

/**
 * Representation in the support file. `value`: the value, or "an address" for a URL; for keys without secrets or names.
 * `is-set`: the length of a list, or whether the value differs from the default.
 */
export type Support = 'value' | 'is-set' | 'never';

/** One key. Its docstring is its description in docs/configuration.md and the published schema. */
export type KeyEntry<Schema extends z.ZodMiniType, Fallback, Loaded> = Readonly<{
  kind: 'key';
  schema: Schema;
  /** Undefined for a required key. */
  fallback: Fallback;
  /** If a managed file exists, only that file sets the key, even by omission. */
  isManaged: boolean;
  support: Support;
  /** Never shown. */
  isConfidential?: boolean;
  /** Path of an input file, relative to the configuration file's folder. */
  isFile?: boolean;
  /** Type only: never set. */
  loaded?: Loaded;
}>;

/** `isManaged` applies to all entries. */
export type SectionEntry<Entries extends ConfigEntries> = Readonly<{
  kind: 'section';
  entries: Entries;
  isManaged: boolean;
}>;

/** A valid key that the program ignores. */
export type NoteEntry<Schema extends z.ZodMiniType> = Readonly<{
  kind: 'note';
  schema: Schema;
  isManaged: boolean;
}>;

export type ConfigEntry =
  | KeyEntry<z.ZodMiniType, unknown, unknown>
  | SectionEntry<ConfigEntries>
  | NoteEntry<z.ZodMiniType>;
// An interface can contain itself.
export interface ConfigEntries {
  readonly [name: string]: ConfigEntry;
}

export function key<
  Schema extends z.ZodMiniType,
  const Fallback extends Readonly<z.output<Schema>>,
>(
  schema: Schema,
  fallback: Fallback,
  support: Support,
): KeyEntry<Schema, Fallback, Readonly<z.output<Schema>>> {
  return { kind: 'key', schema, fallback, isManaged: false, support };
}

export function fileKey(
  schema: z.ZodMiniType<string>,
): KeyEntry<z.ZodMiniType<string | null>, null, string | null> {
  return { ...key(z.nullable(schema), null, 'is-set'), isFile: true };
}

/** At least one file must set it. */
export function required<Schema extends z.ZodMiniType>(
  schema: Schema,
  support: Support,
): KeyEntry<Schema, undefined, Readonly<z.output<Schema>>> {
  return { kind: 'key', schema, fallback: undefined, isManaged: false, support };
}

export function section<Entries extends ConfigEntries>(entries: Entries): SectionEntry<Entries> {
  return { kind: 'section', entries, isManaged: false };
}

export function note<Schema extends z.ZodMiniType>(schema: Schema): NoteEntry<Schema> {
  return { kind: 'note', schema, isManaged: false };
}

export function managed<Entry extends ConfigEntry>(entry: Entry): Entry {
  return { ...entry, isManaged: true };
}

/** Makes `gatehouse config show` hide the value. */
export function confidential<Entry extends KeyEntry<z.ZodMiniType, unknown, unknown>>(
  entry: Entry,
): Entry {
  return { ...entry, isConfidential: true };
}

type LoadedAs<Loaded> = <Schema extends z.ZodMiniType, Fallback>(
  entry: KeyEntry<Schema, Fallback, unknown>,
) => KeyEntry<Schema, Fallback, Loaded>;

/** Changes the type; `electron/config/load-config.ts` validates or converts the value. */
export function loadedAs<Loaded>(): LoadedAs<Loaded> {
  return (entry) => entry as KeyEntry<typeof entry.schema, typeof entry.fallback, Loaded>;
}

/** Type of one file: every key is optional. */
export type FileOf<Entries> = {
  [Name in keyof Entries]?:
    | (Entries[Name] extends SectionEntry<infer Inner>
        ? FileOf<Inner>
        : Entries[Name] extends Readonly<{ schema: infer Schema }>
          ? z.output<Schema>
          : never)
    | undefined;
};

/** Type of the effective configuration. */
export type LoadedOf<Entries> = {
  readonly [
    Name in keyof Entries as Entries[Name] extends Readonly<{ kind: 'note' }> ? never : Name
  ]: Entries[Name] extends SectionEntry<infer Inner>
    ? LoadedOf<Inner>
    : Entries[Name] extends Readonly<{ kind: 'key'; loaded?: infer Loaded }>
      ? Loaded
      : never;
};

/** Type of the defaults, without required keys. */
export type DefaultsOf<Entries> = {
  readonly [
    Name in keyof Entries as Entries[Name] extends
      | Readonly<{ kind: 'note' }>
      | Readonly<{ fallback: undefined }>
      ? never
      : Name
  ]: Entries[Name] extends SectionEntry<infer Inner>
    ? DefaultsOf<Inner>
    : Entries[Name] extends Readonly<{ fallback: infer Fallback }>
      ? Fallback
      : never;
};

/** Rejects unknown keys. */
export function fileSchemaOf<Entries extends ConfigEntries>(
  entries: Entries,
): z.ZodMiniType<FileOf<Entries>> {
  const shape = Object.entries(entries).map(([name, entry]): [string, z.ZodMiniType] => [
    name,
    z.optional(entry.kind === 'section' ? fileSchemaOf(entry.entries) : entry.schema),
  ]);
  return z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodMiniType<FileOf<Entries>>;
}

export function defaultsOf<Entries extends ConfigEntries>(entries: Entries): DefaultsOf<Entries> {
  const found = Object.entries(entries).flatMap(([name, entry]): [string, unknown][] => {
    if (entry.kind === 'section') return [[name, defaultsOf(entry.entries)]];
    return entry.kind === 'note' || entry.fallback === undefined ? [] : [[name, entry.fallback]];
  });
  return Object.fromEntries(found) as DefaultsOf<Entries>;
}

/** All keys with their dotted paths, without notes. */
export function keysOf(
  entries: ConfigEntries,
  above = '',
): readonly (KeyEntry<z.ZodMiniType, unknown, unknown> & Readonly<{ path: string }>)[] {
  return Object.entries(entries).flatMap(([name, entry]) => {
    const path = `${above}${name}`;
    if (entry.kind === 'section') return keysOf(entry.entries, `${path}.`);
    return entry.kind === 'note' ? [] : [{ ...entry, path }];
  });
}

/** Value at a dotted path; undefined without one. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) => (isPlain(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      value,
    );
}

export function managedPathsOf(entries: ConfigEntries, above = ''): readonly string[] {
  return Object.entries(entries).flatMap(([name, entry]) => {
    if (entry.isManaged) return [`${above}${name}`];
    return entry.kind === 'section' ? managedPathsOf(entry.entries, `${above}${name}.`) : [];
  });
}

export function withoutPaths<File extends object>(
  file: File,
  paths: readonly string[],
  above = '',
): File {
  const kept = Object.entries(file).filter(([name]) => !paths.includes(`${above}${name}`));
  return Object.fromEntries(
    kept.map(([name, value]: [string, unknown]) => [
      name,
      isPlain(value) ? withoutPaths(value, paths, `${above}${name}.`) : value,
    ]),
  ) as File;
}

/** Copies a file with the texts at these paths changed. */
export function withTexts<File extends object>(
  file: File,
  paths: readonly string[],
  change: (text: string) => string,
  above = '',
): File {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]: [string, unknown]) => {
      if (isPlain(value)) return [name, withTexts(value, paths, change, `${above}${name}.`)];
      return [
        name,
        typeof value === 'string' && paths.includes(above + name) ? change(value) : value,
      ];
    }),
  ) as File;
}

/** Whether a value is a section. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
