import * as z from 'zod/mini';
import { expect, expectTypeOf, it } from 'vitest';
import {
  defaultsOf,
  fileSchemaOf,
  key,
  loadedAs,
  managed,
  managedPathsOf,
  note,
  required,
  section,
  withoutPaths,
  type FileOf,
  type LoadedOf,
} from '../../../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../../../shared/config/config-keys.ts';
import { MANAGED_ONLY } from '../../../../shared/config/config-schema.ts';

const ENTRIES = {
  $note: note(z.string()),
  who: managed(section({ name: required(z.string(), 'never'), isKnown: key(z.boolean(), false, 'value') })),
  how: section({
    long: section({ whole: managed(key(z.int(), 300, 'value')), part: key(z.int(), 30, 'value') }),
    by: loadedAs<'a' | 'b'>()(key(z.union([z.enum(['a', 'b']), z.literal(1)]), 'a', 'value')),
    list: key(z.array(z.string()), [], 'is-set'),
  }),
} as const;
const FILE = {
  $note: 'x',
  who: { name: 'alice', isKnown: true },
  how: { long: { whole: 1, part: 2 }, by: 1, list: ['x'] },
};

it('infers the types of the file and of the loaded values from the entries', () => {
  expectTypeOf<FileOf<typeof ENTRIES>['$note']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<NonNullable<FileOf<typeof ENTRIES>['how']>['by']>().toEqualTypeOf<'a' | 'b' | 1 | undefined>();
  type Loaded = LoadedOf<typeof ENTRIES>;
  expectTypeOf<keyof Loaded>().toEqualTypeOf<'who' | 'how'>();
  expectTypeOf<Loaded['who']>().toEqualTypeOf<{ readonly name: string; readonly isKnown: boolean }>();
  expectTypeOf<Loaded['how']['by']>().toEqualTypeOf<'a' | 'b'>();
  expectTypeOf<Loaded['how']['list']>().toEqualTypeOf<readonly string[]>();
});

it('accepts an empty file, and refuses an unknown key at any depth', () => {
  const schema = fileSchemaOf(ENTRIES);
  for (const good of [{}, { how: {} }, { how: { long: {} } }, FILE]) {
    expect(schema.safeParse(good).success).toBe(true);
  }
  for (const bad of [{ which: 1 }, { how: { longer: 1 } }, { how: { long: { whole: 1, more: 1 } } }]) {
    expect(schema.safeParse(bad).success).toBe(false);
  }
});

it('the defaults are those of the entries that have one', () => {
  expect(defaultsOf(ENTRIES)).toEqual({
    who: { isKnown: false },
    how: { long: { whole: 300, part: 30 }, by: 'a', list: [] },
  });
});

// Otherwise any writer of a lower file could set a marked key in a nested section.
it('removes the administrator’s keys from a file, at any depth', () => {
  expect(managedPathsOf(ENTRIES)).toEqual(['who', 'how.long.whole']);
  expect(withoutPaths(FILE, managedPathsOf(ENTRIES))).toEqual({
    $note: 'x',
    how: { long: { part: 2 }, by: 1, list: ['x'] },
  });
});

it('reserves keys that send, trust, sign or decide for the administrator', () => {
  const own = Object.keys(CONFIG_KEYS.login.entries).filter(
    (name) => !MANAGED_ONLY.includes(`login.${name}`),
  );
  expect(own).toEqual(['showDestination', 'rememberUsername', 'rememberMethod', 'autoStart', 'timeouts']);
  expect(Object.keys(CONFIG_KEYS).filter((name) => !MANAGED_ONLY.includes(name))).toEqual([
    '$schema',
    'login',
    'brand',
    'window',
    'log',
    'theme',
    'messages',
    'language',
  ]);
});
