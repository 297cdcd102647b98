import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';

/** Variables with which a program finds the regular font of one family alone. */
export function onlyFont(family: string): Readonly<{ FONTCONFIG_FILE: string }> {
  const folder = makeSandboxFolder('fonts-');
  const { stdout } = spawnSync('fc-match', ['-f', '%{file}', `${family}:style=Regular`], {
    encoding: 'utf8',
  });
  const fonts = path.join(folder, 'fonts');
  mkdirSync(fonts);
  copyFileSync(stdout, path.join(fonts, path.basename(stdout)));
  const FONTCONFIG_FILE = path.join(folder, 'fonts.conf');
  const cache = path.join(folder, 'cache');
  writeFileSync(
    FONTCONFIG_FILE,
    `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  );
  prepareForSandboxUser(folder);
  return { FONTCONFIG_FILE };
}
