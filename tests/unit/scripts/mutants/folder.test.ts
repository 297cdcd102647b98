import { describe, expect, it } from 'vitest';
import { mutatedFolder } from '../../../../scripts/mutants/folder.mjs';

describe('the argument of npm run mutants', () => {
  it('is a folder with unit tests', () => {
    expect(mutatedFolder(['./electron/verdict/'])).toMatchObject({
      folder: 'electron/verdict',
      sources: expect.arrayContaining(['electron/verdict/ticket.ts']) as string[],
      tests: expect.arrayContaining(['tests/unit/electron/verdict/ticket.test.ts']) as string[],
      otherTests: expect.arrayContaining(['tests/unit/shared/outcomes/verdict.test.ts']) as string[],
    });
  });

  it.each([
    [[], /^one FOLDER is needed/],
    [['shared/login', 'shared/service'], /^one FOLDER is needed/],
    [['renderer/app'], /^renderer\/app is not a folder of shared\/ or electron\//],
    [['electron/../tests'], /is not a folder of/],
    [['shared/missing'], /^shared\/missing has no source files/],
    [['shared/ipc'], /^shared\/ipc has no unit tests/],
  ])('is refused with the reason: %j', (words, reason) => {
    expect(mutatedFolder(words)).toMatch(reason);
  });
});
