/** Set-up's knowledge of Wine beyond its presence. */
import { expect, it } from 'vitest';
import { versionIn } from '../../scripts/setup/wine.mjs';

it.each([
  ['wine-8.0 (Debian 8.0~repack-4)\n', 8],
  ['wine-10.0 (Debian 10.0~repack-6)\n', 10],
  ['it looks like wine32 is missing\nwine-5.0.3\n', 5],
  ['error: unable to find wine executable', undefined],
])('reads the version out of %j', (output, version) => {
  expect(versionIn(output)).toBe(version);
});
