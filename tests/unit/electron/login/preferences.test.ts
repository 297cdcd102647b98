import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createFilePreferences,
  type PreferencesOptions,
} from '../../../../electron/login/preferences.ts';
import { besideFifo } from '../../../support/files/fifo.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const optionsIn = (
  folder: string,
  changes: Partial<PreferencesOptions> = {},
): PreferencesOptions => ({
  folder,
  baseUrl: 'https://mfa.example.com',
  rememberUsername: true,
  rememberMethod: true,
  ...changes,
});
const fileIn = (folder: string): string => join(folder, 'preferences.json');

describe('the memory', () => {
  it('remembers nothing at first, and makes no file by being asked', () => {
    const folder = temp.folder();
    const preferences = createFilePreferences(optionsIn(folder));
    expect(preferences.username()).toBe('');
    expect(preferences.methodFor('alice')).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the last username and the method of each, also for the next start', () => {
    const folder = temp.folder();
    const preferences = createFilePreferences(optionsIn(folder));
    preferences.remember('alice', 'push');
    preferences.remember('bob', 'totp');
    for (const one of [preferences, createFilePreferences(optionsIn(folder))]) {
      expect(one.username()).toBe('bob');
      expect(one.methodFor('alice')).toBe('push');
      expect(one.methodFor('bob')).toBe('totp');
      expect(one.methodFor('carol')).toBeNull();
    }
  });

  it('knows a username in another case and Unicode form, but not in another spelling', () => {
    const preferences = createFilePreferences(optionsIn(temp.folder()));
    preferences.remember('Ålice', 'sms');
    expect(preferences.methodFor('a\u030aLICE')).toBe('sms');
    preferences.remember('Strauß', 'push');
    expect(preferences.methodFor('Strauss')).toBeNull();
  });

  it('keeps the methods of each service apart', () => {
    const folder = temp.folder();
    createFilePreferences(optionsIn(folder)).remember('alice', 'push');
    expect(
      createFilePreferences(optionsIn(folder, { baseUrl: 'https://other' })).methodFor('alice'),
    ).toBeNull();
  });

  it('remembers the last method, and keeps it if the next one is not known', () => {
    const preferences = createFilePreferences(optionsIn(temp.folder()));
    preferences.remember('alice', 'push');
    preferences.remember('alice', 'qrcode');
    expect(preferences.methodFor('alice')).toBe('qrcode');
    preferences.remember('alice', null);
    expect(preferences.methodFor('alice')).toBe('qrcode');
    preferences.remember('bob', null);
    expect([preferences.username(), preferences.methodFor('bob')]).toEqual(['bob', null]);
  });

  it('keeps the fifty newest methods, without a username', () => {
    const folder = temp.folder();
    const preferences = createFilePreferences(optionsIn(folder));
    for (let number = 0; number < 60; number += 1) preferences.remember(`user-${number}`, 'push');
    expect(preferences.methodFor('user-9')).toBeNull();
    expect(preferences.methodFor('user-10')).toBe('push');
    const kept = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as { methods: object };
    expect(Object.keys(kept.methods)).toHaveLength(50);
    expect(Object.keys(kept.methods).filter((key) => !/^[0-9a-f]{64}$/.test(key))).toEqual([]);
  });

  it('counts a method as new with each login', () => {
    const preferences = createFilePreferences(optionsIn(temp.folder()));
    for (const name of ['alice', 'bob', 'alice']) preferences.remember(name, 'push');
    for (let number = 0; number < 49; number += 1) preferences.remember(`user-${number}`, 'push');
    expect([preferences.methodFor('bob'), preferences.methodFor('alice')]).toEqual([null, 'push']);
  });
});

describe('a preference that may not be remembered', () => {
  it('reads no preference that may not be remembered, and removes it with the next login', () => {
    const folder = temp.folder();
    createFilePreferences(optionsIn(folder)).remember('alice', 'push');
    const forgetful = createFilePreferences(
      optionsIn(folder, { rememberUsername: false, rememberMethod: false }),
    );
    expect(forgetful.username()).toBe('');
    expect(forgetful.methodFor('alice')).toBeNull();
    forgetful.remember('alice', 'push');
    expect(readFileSync(fileIn(folder), 'utf8')).toBe('{"username":"","methods":{}}');
  });

  it('remembers the method without the username', () => {
    const folder = temp.folder();
    createFilePreferences(optionsIn(folder, { rememberUsername: false })).remember('alice', 'push');
    const preferences = createFilePreferences(optionsIn(folder));
    expect(preferences.username()).toBe('');
    expect(preferences.methodFor('alice')).toBe('push');
  });
});

describe('the file', () => {
  it('makes the file of preferences its owner’s alone, with only the last username, and leaves no other file', () => {
    const folder = join(temp.folder(), 'new', 'folder');
    const preferences = createFilePreferences(optionsIn(folder));
    preferences.remember('alice', 'push');
    preferences.remember('bob', 'totp');
    expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(fileIn(folder), 'utf8')).not.toContain('alice');
    expect(readdirSync(folder)).toEqual(['preferences.json']);
  });

  it('replaces a link in the place of the preferences, and does not write through it', () => {
    const folder = temp.folder();
    const victim = temp.write(join(folder, 'victim'), 'precious');
    symlinkSync(victim, fileIn(folder));
    createFilePreferences(optionsIn(folder)).remember('alice', 'push');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(createFilePreferences(optionsIn(folder)).username()).toBe('alice');
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '7',
    '{"username":7,"methods":7}',
    '{"username":"alice"',
    `{"username":"${'x'.repeat(2000)}"}`,
    '{"methods":{"x":"fido"}}',
  ])('loses the memory, not the login, by the broken preferences %j', (content) => {
    const folder = temp.folder();
    temp.write(fileIn(folder), content);
    const preferences = createFilePreferences(optionsIn(folder));
    expect(preferences.username()).toBe('');
    expect(preferences.methodFor('alice')).toBeNull();
    preferences.remember('alice', 'push');
    expect(createFilePreferences(optionsIn(folder)).username()).toBe('alice');
  });

  it('keeps one half of the preferences if the other is broken', () => {
    const folder = temp.folder();
    temp.write(fileIn(folder), { username: 'alice', methods: 'none' });
    expect(createFilePreferences(optionsIn(folder)).username()).toBe('alice');
  });

  it('remembers for this process alone if the file of preferences cannot be written', () => {
    const folder = temp.folder();
    mkdirSync(fileIn(folder));
    const preferences = createFilePreferences(optionsIn(folder));
    preferences.remember('alice', 'push');
    expect(preferences.username()).toBe('alice');
    expect(readdirSync(folder)).toEqual(['preferences.json']);
    const nowhere = createFilePreferences(
      optionsIn(join(temp.write(join(folder, 'file'), ''), 'below')),
    );
    nowhere.remember('alice', 'push');
    expect(nowhere.methodFor('alice')).toBe('push');
  });

  it('ignores members of a prototype in the file of preferences', () => {
    const folder = temp.folder();
    temp.write(
      fileIn(folder),
      '{"__proto__":{"username":"mallory"},"methods":{"__proto__":{"a":"push"}}}',
    );
    const preferences = createFilePreferences(optionsIn(folder));
    expect(preferences.username()).toBe('');
    expect(preferences.methodFor('a')).toBeNull();
  });
});

describe('a file of preferences that no Gatehouse wrote', () => {
  const read = (folder: string): string => createFilePreferences(optionsIn(folder)).username();

  it('ignores a FIFO in the place of the preferences, without waiting for a writer', () => {
    const folder = temp.folder();
    const asked = besideFifo(folder, (fifo) => {
      linkSync(fifo, fileIn(folder));
      return read(folder);
    });
    expect(asked).toEqual({ value: '', hasWaited: false });
  });

  it('ignores a link in the place of the preferences, which may lead to an endless device', () => {
    const folder = temp.folder();
    const real = temp.write(join(temp.folder(), 'real'), { username: 'alice', methods: {} });
    symlinkSync(real, fileIn(folder));
    expect(read(folder)).toBe('');
  });

  it('ignores preferences above 64 KiB', () => {
    const folder = temp.folder();
    const text = JSON.stringify({ username: 'alice', methods: {} });
    temp.write(fileIn(folder), text.padEnd(65_536));
    expect(read(folder)).toBe('alice');
    temp.write(fileIn(folder), text.padEnd(65_537));
    expect(read(folder)).toBe('');
  });

  it('replaces preferences that it cannot read with the next login', () => {
    const folder = temp.folder();
    temp.write(fileIn(folder), '['.repeat(100_000));
    createFilePreferences(optionsIn(folder)).remember('alice', 'push');
    expect(read(folder)).toBe('alice');
  });
});
