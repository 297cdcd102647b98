import * as z from 'zod/mini';
import { expect, it } from 'vitest';
import {
  key,
  managed,
  managedPathsOf,
  note,
  section,
  withoutPaths,
} from '../../../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../../../shared/config/config-keys.ts';
import { MANAGED_ONLY } from '../../../../shared/config/config-schema.ts';

const ENTRIES = {
  $note: note(z.string()),
  who: managed(section({ name: key(z.string(), 'alice', 'never') })),
  how: section({
    long: section({ whole: managed(key(z.int(), 300, 'value')), part: key(z.int(), 30, 'value') }),
    list: key(z.array(z.string()), [], 'summary'),
  }),
} as const;
const FILE = {
  $note: 'x',
  who: { name: 'alice' },
  how: { long: { whole: 1, part: 2 }, list: ['x'] },
};

// Otherwise any writer of a lower file could set a marked key in a nested section.
it('removes the administrator’s keys from a file, at any depth', () => {
  expect(managedPathsOf(ENTRIES)).toEqual(['who', 'how.long.whole']);
  expect(withoutPaths(FILE, managedPathsOf(ENTRIES))).toEqual({
    $note: 'x',
    how: { long: { part: 2 }, list: ['x'] },
  });
});

it('reserves keys that send, trust, sign or decide for the administrator', () => {
  const own = Object.keys(CONFIG_KEYS.login.entries).filter(
    (name) => !MANAGED_ONLY.includes(`login.${name}`),
  );
  expect(own).toEqual([
    'showDestination',
    'rememberUsername',
    'rememberMethod',
    'autoStart',
    'timeouts',
  ]);
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
