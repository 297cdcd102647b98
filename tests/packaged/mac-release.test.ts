/**
 * The package for macOS, read back with the tools of Linux; it has never been run. The whole
 * application is examined if `npm run package -- --mac` has made it, the formats with a small one.
 */
import { getRawHeader, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32, inflateSync } from 'node:zlib';
import { parse } from 'plist';
import { afterAll, describe, expect, it } from 'vitest';
import { makeDmg, packImage } from '../../packaging/macos/dmg.ts';
import { hasProgram } from './installers.ts';

const TIME = new Date('2026-02-03T04:05:06Z');
const work = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-mac-release-'));
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});
const sha256 = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/**
 * Reads a UDZO image by its format: checksums of the packed data, of the unpacked data, and of
 * both.
 */
function unpackImage(file: string): Buffer {
  const bytes = readFileSync(file);
  const end = bytes.subarray(-512);
  expect(end.toString('latin1', 0, 4)).toBe('koly');
  const [length, at, size] = [32, 216, 224].map((offset) =>
    Number(end.readBigUInt64BE(offset)),
  ) as [number, number, number];
  expect(at + size + 512).toBe(bytes.length);
  expect(crc32(bytes.subarray(0, length))).toBe(end.readUInt32BE(88));
  const list = parse(bytes.toString('utf8', at, at + size)) as unknown as {
    'resource-fork': { blkx: readonly { Data: Buffer }[] };
  };
  const table = Buffer.from(list['resource-fork'].blkx[0]?.Data ?? []);
  expect(table.toString('latin1', 0, 4)).toBe('mish');
  const image = Buffer.alloc(Number(end.readBigUInt64BE(492)) * 512);
  for (let index = 0; index < table.readUInt32BE(200); index += 1) {
    const entry = table.subarray(204 + 40 * index);
    const [first, count, offset, packed] = [8, 16, 24, 32].map((place) =>
      Number(entry.readBigUInt64BE(place)),
    ) as [number, number, number, number];
    if (entry.readUInt32BE(0) !== 0x80000005) continue;
    const raw = inflateSync(bytes.subarray(offset, offset + packed));
    expect(raw.length).toBe(count * 512);
    raw.copy(image, first * 512);
  }
  expect(crc32(image)).toBe(table.readUInt32BE(72));
  return image;
}

describe('a disk image for macOS', () => {
  it('packs a disk image that unpacks to the same data, zeros and short last part', () => {
    const raw = Buffer.concat([
      Buffer.alloc(300_000, 'some text '),
      Buffer.alloc(600_000),
      Buffer.from('end'),
    ]);
    writeFileSync(path.join(work, 'raw'), raw);
    packImage(path.join(work, 'raw'), path.join(work, 'packed.dmg'), 9);
    const image = unpackImage(path.join(work, 'packed.dmg'));
    expect(image.subarray(0, raw.length).equals(raw)).toBe(true);
    expect(image.length).toBe(Math.ceil(raw.length / 512) * 512);
  });

  const noImage = hasProgram('xorriso') ? '' : ' (skipped: sudo apt-get install xorriso)';
  it.skipIf(noImage !== '')(
    `makes the same disk image twice, with the application and its links${noImage}`,
    async () => {
      const images = [];
      for (const name of ['one', 'two']) {
        const app = path.join(work, name, 'Gatehouse.app');
        mkdirSync(path.join(app, 'Contents', 'Versions', 'A'), { recursive: true });
        writeFileSync(path.join(app, 'Contents', 'Versions', 'A', 'Code'), '#!/bin/sh\n');
        chmodSync(path.join(app, 'Contents', 'Versions', 'A', 'Code'), 0o755);
        symlinkSync('A', path.join(app, 'Contents', 'Versions', 'Current'));
        images.push(await makeDmg({ app, time: TIME }, path.join(work, `${name}.dmg`)));
      }
      const [one = '', two = ''] = images;
      expect(sha256(readFileSync(two))).toBe(sha256(readFileSync(one)));
      const image = unpackImage(one);
      // The signature of HFS+ where its volume begins.
      expect(image.includes(Buffer.from('H+\0\x04', 'latin1'))).toBe(true);
      writeFileSync(path.join(work, 'image.iso'), image);
      const listed = execFileSync(
        'xorriso',
        ['-indev', path.join(work, 'image.iso'), '-find', '/', '-exec', 'lsdl', '--'],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      expect(listed).toMatch(/Applications' -> '\/Applications'/);
      expect(listed).toMatch(/Current' -> 'A'/);
      expect(listed).toMatch(/^-rwxr-xr-x.*Code'$/m);
    },
  );
});

const release = path.resolve(import.meta.dirname, '..', '..', 'release');
const packed = (existsSync(release) ? readdirSync(release) : []).filter((name) =>
  /^gatehouse-.*-darwin-(x64|arm64)(-electron\d+-test)?$/.test(name),
);
const none = packed.length === 2 ? '' : ' (skipped: `npm run package -- --mac` makes it)';

describe.skipIf(none !== '')(`the application for macOS${none}`, () => {
  const app = (name: string, ...parts: readonly string[]): string =>
    path.join(release, name, 'Gatehouse.app', 'Contents', ...parts);

  it.each(packed)('builds %s for its processor, under its names', (name) => {
    // Mach-O of 64 bits: the processor is the second word.
    // https://github.com/apple-oss-distributions/xnu, loader.h
    const head = readFileSync(app(name, 'MacOS', 'Gatehouse')).subarray(0, 8);
    expect([head.readUInt32LE(0), head.readUInt32LE(4)]).toEqual([
      0xfeedfacf,
      name.includes('arm64') ? 0x0100000c : 0x01000007,
    ]);
    const info = (...parts: readonly string[]) =>
      parse(readFileSync(app(name, ...parts, 'Info.plist'), 'utf8')) as Readonly<
        Record<string, unknown>
      >;
    expect(info()).toMatchObject({
      CFBundleExecutable: 'Gatehouse',
      CFBundleIdentifier: 'dev.gatehouse.desktop',
      CFBundleIconFile: 'icon.icns',
      ElectronAsarIntegrity: {
        'Resources/app.asar': {
          algorithm: 'SHA256',
          hash: sha256(getRawHeader(app(name, 'Resources', 'app.asar')).headerString),
        },
      },
    });
    for (const key of Object.keys(info())) expect(key).not.toMatch(/UsageDescription$/);
    for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
      const helper = ['Frameworks', `Gatehouse Helper${kind}.app`, 'Contents'];
      expect(existsSync(app(name, ...helper, 'MacOS', `Gatehouse Helper${kind}`))).toBe(true);
      expect(info(...helper)['CFBundleExecutable']).toBe(`Gatehouse Helper${kind}`);
    }
  });

  it.each(packed)(
    'keeps in %s the links of the frameworks, and holds the launcher and no foreign files',
    (name) => {
      const framework = app(name, 'Frameworks', 'Electron Framework.framework');
      expect(readlinkSync(path.join(framework, 'Versions', 'Current'))).toBe('A');
      expect(readlinkSync(path.join(framework, 'Electron Framework'))).toBe(
        'Versions/Current/Electron Framework',
      );
      expect(lstatSync(app(name, 'Resources', 'bin', 'gatehouse')).mode & 0o111).toBe(0o111);
      expect(
        readdirSync(app(name, 'Resources'))
          .filter((one) => !one.endsWith('.lproj'))
          .sort(),
      ).toEqual([
        'LICENSE.electron.txt',
        'LICENSES.chromium.html',
        'LICENSES.txt',
        'app.asar',
        'bin',
        'icon.icns',
      ]);
      const files = listPackage(app(name, 'Resources', 'app.asar'), { isPack: false });
      const allowed =
        /^\/(package\.json|backports\.cjs|dist|dist\/(main|preload|renderer)(\/.*)?)$/;
      expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    },
  );

  it.each(packed)('sets the fuses of %s as electron-builder.yml says', async (name) => {
    expect(await getCurrentFuseWire(path.join(release, name, 'Gatehouse.app'))).toMatchObject({
      [FuseV1Options.RunAsNode]: FuseState.DISABLE,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: FuseState.DISABLE,
      [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.DISABLE,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: FuseState.ENABLE,
      [FuseV1Options.OnlyLoadAppFromAsar]: FuseState.ENABLE,
    });
  });
});
