/**
 * Gatehouse's list of its own contents: the SBOM, checked against its schema, and the licence list.
 * A new build of the same sources finds the real contents, and also shows that two builds are the
 * same.
 */
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contentsOf, licenceText } from '../../packaging/contents.ts';
import { sbomOf } from '../../packaging/sbom.ts';
import { packagesOf } from '../../scripts/build/record-packages.ts';
import { ROOT } from '../../scripts/lib/repository-files.ts';
import { sbomFor } from './installers.ts';
import { findPackaged, type Packaged } from './packaged-app.ts';

const found = findPackaged();
const reason = typeof found === 'string' ? found : '';

interface Component {
  readonly type: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly Readonly<{ license?: { id: string } }>[];
  readonly hashes?: readonly Readonly<{ alg: string; content: string }>[];
  readonly components?: readonly Component[];
}
interface Bom {
  readonly serialNumber: string;
  readonly metadata: Readonly<{ timestamp: string; component: Component }>;
  readonly components: readonly Component[];
  readonly dependencies: readonly Readonly<{ ref: string; dependsOn: readonly string[] }>[];
}
type Manifest = Readonly<{ name: string; version: string }>;

const MODES = ['main', 'preload', 'renderer'] as const;
const BUILD_MS = 120_000;

describe.skipIf(reason !== '')(
  `the contents of the package${reason && ` (skipped: ${reason})`}`,
  () => {
    const packaged = found as Packaged;
    let text = '';
    let bom: Bom;
    const built = new Map<string, readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]>();

    beforeAll(async () => {
      text = sbomFor(packaged);
      bom = JSON.parse(text) as Bom;
      vi.stubEnv('NODE_ENV', 'production');
      try {
        for (const mode of MODES) {
          const configFile = path.join(ROOT, 'vite.config.ts');
          const made = await build({
            configFile,
            mode: `package-${mode}`,
            logLevel: 'silent',
            build: { write: false },
          });
          built.set(
            mode,
            [made].flat().flatMap((one) => ('output' in one ? one.output : [])),
          );
        }
      } finally {
        vi.unstubAllEnvs();
      }
    }, BUILD_MS);

    it('builds the same files from the same sources, byte for byte', () => {
      for (const mode of MODES) {
        const folder = path.join(ROOT, 'out', 'package', 'dist', mode);
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
          .sort();
        const outputs = built.get(mode) ?? [];
        expect(outputs.map(({ fileName }) => fileName).sort()).toEqual(files);
        for (const output of outputs) {
          const content = output.type === 'chunk' ? output.code : output.source;
          expect(sha256(content), output.fileName).toBe(
            sha256(readFileSync(path.join(folder, output.fileName))),
          );
        }
      }
    });

    it('keeps the schema of CycloneDX 1.7 in the SBOM', async () => {
      const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot7);
      expect(await validator.validate(text)).toBeNull();
      // The validator is at work.
      expect(await validator.validate(text.replace('"CycloneDX"', '"Other"'))).not.toBeNull();
      expect(await validator.validate(text.replace('"MIT"', '"no such licence"'))).not.toBeNull();
    });

    it('names in the SBOM every npm package that the bundler took in, with licence, checksum and licence text', () => {
      const ids = [...built.values()]
        .flat()
        .flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
      const folders = new Set(
        ids.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
      );
      expect(folders.size).toBeGreaterThan(8);
      const licences = readFileSync(path.join(packaged.folder, 'LICENSES.txt'), 'utf8');
      for (const folder of folders) {
        const { name, version } = JSON.parse(
          readFileSync(path.join(folder, 'package.json'), 'utf8'),
        ) as Manifest;
        const component = bom.components.find(
          (one) => one.name === name && one.version === version,
        );
        expect(component, `${name} is not in the SBOM`).toMatchObject({
          purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
          licenses: [{ license: { id: expect.any(String) as unknown } }],
          hashes: [
            { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as unknown },
          ],
        });
        const file =
          readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one)) ?? 'LICENSE';
        const licence = readFileSync(path.join(folder, file), 'utf8').trim();
        expect(licences.includes(licence), `${name} has no licence text`).toBe(true);
      }
    });

    it('names Electron, Chromium and Node in the SBOM as the binary says', () => {
      const versions = Object.fromEntries(
        bom.components.map(({ name, version }) => [name, version]),
      );
      expect(versions).toMatchObject({
        electron: packaged.version,
        chromium: expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/) as unknown,
        node: expect.stringMatching(/^\d+\.\d+\.\d+$/) as unknown,
      });
      const licences = readFileSync(path.join(packaged.folder, 'LICENSES.txt'), 'utf8');
      for (const own of ['Electron contributors', 'Copyright Node.js contributors', 'Google LLC'])
        expect(licences).toContain(own);
    });

    it('names in the SBOM the checksums of the program and of its app.asar', () => {
      const files = bom.metadata.component.components ?? [];
      expect(files.map(({ name }) => name)).toEqual(['gatehouse', 'resources/app.asar']);
      for (const { name, hashes } of files)
        expect(hashes?.[0]?.content).toBe(sha256(readFileSync(path.join(packaged.folder, name))));
    });

    it('lists every package that the SBOM depends on', () => {
      const known = new Set([bom.metadata.component, ...bom.components].map(({ purl }) => purl));
      const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
      expect(named.filter((purl) => !known.has(purl))).toEqual([]);
      expect(new Set(bom.dependencies.map(({ ref }) => ref))).toEqual(known);
    });

    it('writes the same SBOM twice, with the time of the sources and a number of its content', () => {
      expect(sbomFor(packaged)).toBe(text);
      expect(bom.metadata.timestamp).toBe('2026-02-03T04:05:06.000Z');
      const other = sbomOf(contentsOf(packaged.folder).slice(0, -1), {
        folder: packaged.folder,
        time: new Date(bom.metadata.timestamp),
      });
      expect((JSON.parse(other) as Bom).serialNumber).not.toBe(bom.serialNumber);
    });
  },
);

describe('unaccounted contents', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  it('ends the packaging at a package without a licence text', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-licence-'));
    folders.push(folder);
    expect(() => licenceText(folder, 'nameless')).toThrow(
      'The package nameless has no licence text.',
    );
    writeFileSync(path.join(folder, 'LICENCE.md'), 'You may.\n');
    expect(licenceText(folder, 'nameless')).toBe('You may.\n');
  });

  it.each([
    ['the bundler added', '\0some-plugin/helper.js'],
    ['from outside of the checkout', '/usr/lib/elsewhere/index.js'],
  ])('ends the build at a module that is %s', (_what, id) => {
    expect(() => packagesOf([id])).toThrow('unknown origin');
    expect(packagesOf([path.join(ROOT, 'electron', 'main.ts')])).toEqual([]);
    expect(
      packagesOf([`\0${path.join(ROOT, 'node_modules', 'uqr', 'x.cjs')}?commonjs-es-import`]),
    ).toEqual([expect.objectContaining({ name: 'uqr', folder: 'node_modules/uqr' })]);
  });
});

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
