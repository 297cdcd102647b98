import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSandboxFolder, prepareForSandboxUser } from '../../../lab/electron-runtime.ts';
import { pngOf, type Rgb } from '../../support/png.ts';

export const LOGO = { width: 144, height: 96 } as const;
const RED: Rgb = [176, 16, 48];
const WHITE: Rgb = [255, 255, 255];

/**
 * A brand with all settings: the organisation's name, a logo that the program can read, a colour,
 * and a help contact.
 */
export function wholeBrand(name: string) {
  const logo = join(makeSandboxFolder('brand-'), 'logo.png');
  writeFileSync(logo, pngOf(LOGO.width, LOGO.height, compass));
  return {
    name,
    logo: prepareForSandboxUser(logo),
    accent: '#b01030',
    help: 'The service desk can help.',
    helpAddress: '+49 30 123456',
  };
}

/** A needle that points north. */
function compass(x: number, y: number): Rgb {
  const half = (LOGO.height / 2 - Math.abs(y - LOGO.height / 2)) / 2;
  return Math.abs(x - LOGO.width / 2) < half &&
    (y < LOGO.height / 2 || Math.abs(x - LOGO.width / 2) > half - 6)
    ? RED
    : WHITE;
}
