import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeStaleTemporaries } from '../../../../electron/os/chromium-temporaries.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const NOW_MS = 1_700_000_000_000;
const OLD_S = NOW_MS / 1000 - 60;

it('removes only old temporary files of Chromium', () => {
  const folder = temp.folder();
  const file = (name: string, atSeconds: number): void => {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), atSeconds, atSeconds);
  };
  file('.org.chromium.Chromium.9mHax6', OLD_S);
  file('6F9619FF-8B86-D011-B42D-00C04FC964FF.tmp', OLD_S);
  const kept = [
    '.org.chromium.Chromium.HnJyip',
    '.org.chromium.Chromium.folder',
    'Local State',
    'notes.tmp',
  ];
  file('.org.chromium.Chromium.HnJyip', NOW_MS / 1000 - 1);
  mkdirSync(join(folder, '.org.chromium.Chromium.folder'));
  file('Local State', OLD_S);
  file('notes.tmp', OLD_S);
  removeStaleTemporaries(folder, NOW_MS);
  expect(new Set(readdirSync(folder))).toEqual(new Set(kept));
});

it('ignores a missing folder of Chromium’s temporary files', () => {
  expect(() => {
    removeStaleTemporaries(join(temp.folder(), 'none'), NOW_MS);
  }).not.toThrow();
});
