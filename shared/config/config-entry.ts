import * as z from 'zod/mini';

/**
 * Representation in the support file. `value`: the value, or "an address" for a URL; for keys without secrets or names.
 * `is-set`: the length of a list, or whether the value differs from the default.
 */
export type Support = 'value' | 'is-set' | 'never';

/** Common to keys, sections and notes. The types below take a file, its defaults and `Config` from these members. */
type Entry<Schema extends z.ZodMiniType, Fallback, Loaded> = Readonly<{
  /** Of the value in a file. */
  schema: Schema;
  /** The default; undefined for a required key or a note. */
  fallback: Fallback;
  /** If a managed file exists, only that file sets the key, even by omission. Of a section: of all its entries. */
  isManaged: boolean;
  /** Type of the effective value; never set. */
  loaded?: Loaded;
}>;

/** One key. Its docstring is its description in docs/configuration.md and the published schema. */
export type KeyEntry<Schema extends z.ZodMiniType, Fallback, Loaded> = Entry<
  Schema,
  Fallback,
  Loaded
> &
  Readonly<{
    kind: 'key';
    support: Support;
    /** Never shown. */
    isConfidential?: boolean;
    /** Path of an input file, relative to the configuration file's folder. */
    isFile?: boolean;
  }>;

export type SectionEntry<Entries extends ConfigEntries> = Entry<
  z.ZodMiniType<FileOf<Entries>>,
  DefaultsOf<Entries>,
  LoadedOf<Entries>
> &
  Readonly<{ kind: 'section'; entries: Entries }>;

/** A valid key that the program ignores. */
export type NoteEntry<Schema extends z.ZodMiniType> = Entry<Schema, undefined, undefined> &
  Readonly<{ kind: 'note' }>;

type AnyEntry = Entry<z.ZodMiniType, unknown, unknown>;
export type ConfigEntry =
  | KeyEntry<z.ZodMiniType, unknown, unknown>
  | (AnyEntry & Readonly<{ kind: 'section'; entries: ConfigEntries }>)
  | (AnyEntry & Readonly<{ kind: 'note' }>);
// An interface can contain itself.
export interface ConfigEntries {
  readonly [name: string]: ConfigEntry;
}

/** Type of one file: every key is optional. */
export type FileOf<Entries extends ConfigEntries> = {
  [Name in keyof Entries]?: z.output<Entries[Name]['schema']> | undefined;
};

/** Type of the defaults. */
export type DefaultsOf<Entries extends ConfigEntries> = {
  readonly [Name in keyof Entries]: Entries[Name]['fallback'];
};

/** Type of the effective configuration. */
export type LoadedOf<Entries extends ConfigEntries> = {
  readonly [Name in keyof Entries]: Exclude<Entries[Name]['loaded'], undefined>;
};

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

/** Rejects unknown keys; every key is optional in a file. */
export function section<Entries extends ConfigEntries>(entries: Entries): SectionEntry<Entries> {
  const named = Object.entries(entries);
  const shape = named.map(([name, { schema }]) => [name, z.optional(schema)] as const);
  const defaults = named
    .filter(([, { fallback }]) => fallback !== undefined)
    .map(([name, { fallback }]) => [name, fallback] as const);
  return {
    kind: 'section',
    entries,
    schema: z.strictObject(Object.fromEntries(shape)) as unknown as z.ZodMiniType<FileOf<Entries>>,
    fallback: Object.fromEntries(defaults) as DefaultsOf<Entries>,
    isManaged: false,
  };
}

export function note<Schema extends z.ZodMiniType>(schema: Schema): NoteEntry<Schema> {
  return { kind: 'note', schema, fallback: undefined, isManaged: false };
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
