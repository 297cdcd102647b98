import * as z from 'zod/mini';

/**
 * What the support file shows of a key. `value`: the value itself, or "an address" in place of a
 * URL; only for keys that hold no secret and no name. `summary`: the length of a list; for other
 * values, whether the value differs from the default. `never`: nothing.
 */
export type Support = 'value' | 'summary' | 'never';

/**
 * Members of keys, sections and notes. The types of a file, of its defaults and of `Config` are
 * derived from them.
 */
type Entry<Schema extends z.ZodMiniType, Fallback, Loaded> = Readonly<{
  /** The schema of the value in a file. */
  schema: Schema;
  /** The default; undefined for a required key or a note. */
  fallback: Fallback;
  /**
   * Only the file of the highest priority sets the key; where that file omits the key, the default
   * counts. For a section, this holds for all its entries.
   */
  isManaged: boolean;
  /** Carries the type of the effective value. The member itself is never set. */
  loaded?: Loaded;
}>;

/**
 * One key. The docstring at its definition in `config-keys.ts` is its description in
 * docs/configuration.md and in the published schema.
 */
export type KeyEntry<Schema extends z.ZodMiniType, Fallback, Loaded> = Entry<
  Schema,
  Fallback,
  Loaded
> &
  Readonly<{
    kind: 'key';
    support: Support;
    /** `gatehouse config show` hides the value. */
    isConfidential?: boolean;
    /** The value is the path of a file to read, relative to the configuration file's folder. */
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
// This type and `ConfigEntry` contain each other, which an interface may.
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
  return { ...key(z.nullable(schema), null, 'summary'), isFile: true };
}

/** Makes a key without a default: at least one file must set it. */
export function required<Schema extends z.ZodMiniType>(
  schema: Schema,
  support: Support,
): KeyEntry<Schema, undefined, Readonly<z.output<Schema>>> {
  return { kind: 'key', schema, fallback: undefined, isManaged: false, support };
}

/** Makes a section. Its schema rejects unknown keys; every key is optional in a file. */
export function section<Entries extends ConfigEntries>(entries: Entries): SectionEntry<Entries> {
  const namesAndEntries = Object.entries(entries);
  const shape = namesAndEntries.map(([name, { schema }]) => [name, z.optional(schema)] as const);
  const defaults = namesAndEntries
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

export function managed<Given extends ConfigEntry>(entry: Given): Given {
  return { ...entry, isManaged: true };
}

/** Makes `gatehouse config show` hide the value. */
export function confidential<Given extends KeyEntry<z.ZodMiniType, unknown, unknown>>(
  entry: Given,
): Given {
  return { ...entry, isConfidential: true };
}

type LoadedAs<Loaded> = <Schema extends z.ZodMiniType, Fallback>(
  entry: KeyEntry<Schema, Fallback, unknown>,
) => KeyEntry<Schema, Fallback, Loaded>;

/**
 * Changes the type of a key's effective value, and nothing at run time:
 * `electron/config/load-config.ts` validates or converts the value. It has two calls, because the
 * type of the value is named, and those of the key are inferred: `loadedAs<'3' | '4'>()(key(schema,
 * '4', 'value'))`.
 */
export function loadedAs<Loaded>(): LoadedAs<Loaded> {
  return (entry) => entry as KeyEntry<typeof entry.schema, typeof entry.fallback, Loaded>;
}

/**
 * All keys with their dotted paths, without notes.
 *
 * @param prefix the path of the section that has these entries, with a dot at its end; empty for a
 *   whole file. The functions below take it, too.
 */
export function keysOf(
  entries: ConfigEntries,
  prefix = '',
): readonly (KeyEntry<z.ZodMiniType, unknown, unknown> & Readonly<{ path: string }>)[] {
  return Object.entries(entries).flatMap(([name, entry]) => {
    const path = `${prefix}${name}`;
    if (entry.kind === 'section') return keysOf(entry.entries, `${path}.`);
    return entry.kind === 'note' ? [] : [{ ...entry, path }];
  });
}

/** The value at a dotted path; undefined where the path leads to no value. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined,
      value,
    );
}

/**
 * The dotted paths of all managed keys; a managed section has one path, which stands for all its
 * entries.
 */
export function managedPathsOf(entries: ConfigEntries, prefix = ''): readonly string[] {
  return Object.entries(entries).flatMap(([name, entry]) => {
    if (entry.isManaged) return [`${prefix}${name}`];
    return entry.kind === 'section' ? managedPathsOf(entry.entries, `${prefix}${name}.`) : [];
  });
}

/** Copies a file without the keys and sections at these paths. */
export function withoutPaths<File extends object>(
  file: File,
  paths: readonly string[],
  prefix = '',
): File {
  const kept = Object.entries(file).filter(([name]) => !paths.includes(`${prefix}${name}`));
  return Object.fromEntries(
    kept.map(([name, value]: [string, unknown]) => [
      name,
      isJsonObject(value) ? withoutPaths(value, paths, `${prefix}${name}.`) : value,
    ]),
  ) as File;
}

/** Copies a file and changes the texts at these paths; values that are no texts stay as they are. */
export function withTexts<File extends object>(
  file: File,
  paths: readonly string[],
  change: (text: string) => string,
  prefix = '',
): File {
  return Object.fromEntries(
    Object.entries(file).map(([name, value]: [string, unknown]) => {
      const path = `${prefix}${name}`;
      if (isJsonObject(value)) return [name, withTexts(value, paths, change, `${path}.`)];
      return [name, typeof value === 'string' && paths.includes(path) ? change(value) : value];
    }),
  ) as File;
}

/** Whether a value is an object that is no list, as a section of a configuration file is. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
