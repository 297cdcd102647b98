import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createSignedAnswers,
  forgetSignedAnswers,
} from '../../../../electron/service/signed-answers.ts';
import { isRoot, tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const HERE = 'https://mfa.example.com';
const keptIn = (folder: string): string => join(folder, 'signed-answers');

describe('the answers that were signed (SEC-99)', () => {
  it('knows no signed answer at first, and writes no file by being asked', () => {
    const folder = temp.folder();
    expect(createSignedAnswers(folder, HERE).has('init')).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('knows a signed answer at the next start, for its call and address alone', () => {
    const folder = temp.folder();
    createSignedAnswers(folder, HERE).add('init');
    const next = createSignedAnswers(folder, HERE);
    expect([next.has('init'), next.has('credentials')]).toEqual([true, false]);
    expect(createSignedAnswers(folder, `${HERE}/other`).has('init')).toBe(false);
  });

  it('keeps signed answers in private files with hashed names, one for each however often it is added', () => {
    const folder = temp.folder();
    const [one, other] = [createSignedAnswers(folder, HERE), createSignedAnswers(folder, HERE)];
    for (const answers of [one, other, one]) answers.add('init');
    const names = readdirSync(keptIn(folder));
    expect(names).toEqual([expect.stringMatching(/^[\da-f]{64}$/)]);
    expect(statSync(keptIn(folder)).mode & 0o777).toBe(0o700);
    expect(statSync(join(keptIn(folder), names[0] ?? '')).mode & 0o777).toBe(0o600);
  });

  it('keeps the signed answers of all logins at the same time', () => {
    const folder = temp.folder();
    const logins = (['init', 'methodSSH', 'credentials'] as const).map((call) => {
      const answers = createSignedAnswers(folder, HERE);
      expect(answers.has(call)).toBe(false);
      return { call, answers };
    });
    for (const { call, answers } of logins) answers.add(call);
    const next = createSignedAnswers(folder, HERE);
    expect(logins.map(({ call }) => next.has(call))).toEqual([true, true, true]);
  });

  it('takes every answer for signed if the folder is a file, and keeps them for this process if it cannot be made', () => {
    const folder = temp.folder();
    writeFileSync(keptIn(folder), 'no folder');
    const answers = createSignedAnswers(folder, HERE);
    expect(answers.has('init')).toBe(true);
    const nowhere = createSignedAnswers(join(folder, 'none'), HERE);
    nowhere.add('init');
    expect(nowhere.has('init')).toBe(true);
  });

  it.skipIf(isRoot)(
    'takes every answer for signed if the folder cannot be looked into (needs an ordinary user)',
    () => {
      const folder = temp.folder();
      mkdirSync(keptIn(folder));
      chmodSync(keptIn(folder), 0o000);
      expect(createSignedAnswers(folder, HERE).has('init')).toBe(true);
      chmodSync(keptIn(folder), 0o700);
    },
  );

  it('forgets signed answers on the person’s wish, a broken folder too', () => {
    const folder = temp.folder();
    expect(forgetSignedAnswers(folder)).toEqual({ ok: true, value: false });
    createSignedAnswers(folder, HERE).add('init');
    expect(forgetSignedAnswers(folder)).toEqual({ ok: true, value: true });
    writeFileSync(keptIn(folder), 'no folder');
    expect(forgetSignedAnswers(folder)).toEqual({ ok: true, value: true });
    expect(createSignedAnswers(folder, HERE).has('init')).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});
