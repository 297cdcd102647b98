/** The SBOM: the contents of a package, in CycloneDX (https://cyclonedx.org/docs/1.7/json/). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOST, placesOf, type Target } from './targets.ts';
import { sha256, uuidOf } from './tools.ts';
import type { Part } from './contents.ts';

/**
 * The SBOM as text. The same parts at the same time give the same bytes.
 *
 * @param parts as `contentsOf` gives them, Gatehouse first
 */
export function sbomOf(
  parts: readonly Part[],
  { folder, time, target = HOST }: { folder: string; time: Date; target?: Target },
) {
  const [gatehouse, ...others] = parts;
  if (gatehouse === undefined) throw new Error('a package without Gatehouse');
  const { code, archive } = placesOf(target);
  const refs = new Map(parts.map((part) => [part.name, part.purl]));
  const assemblies = (isOne: (kind: Part['kind']) => boolean) =>
    parts.filter(({ kind }) => isOne(kind)).map(({ purl }) => purl);
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.7.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.7',
    serialNumber: '',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      lifecycles: [{ phase: 'build' }],
      component: {
        ...componentOf(gatehouse),
        // The code and the archive.
        components: [code, archive].map((name) => ({
          type: 'file',
          'bom-ref': `file:${name}`,
          name,
          hashes: [{ alg: 'SHA-256', content: sha256(readFileSync(path.join(folder, name))) }],
        })),
      },
    },
    components: others.map(componentOf),
    dependencies: parts.map(({ purl, needs = [] }) => ({
      ref: purl,
      dependsOn: [...new Set(needs.flatMap((name) => refs.get(name) ?? []))].sort(),
    })),
    // Chromium and Node list their components in LICENSES.chromium.html, Node alone in
    // LICENSES.txt, without versions.
    compositions: [
      { aggregate: 'complete', assemblies: assemblies((kind) => kind !== 'platform') },
      { aggregate: 'incomplete', assemblies: assemblies((kind) => kind === 'platform') },
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  return `${JSON.stringify({ ...bom, serialNumber }, null, 2)}\n`;
}

/** Facts that a part does not have are left out. */
const componentOf = (part: Part) => ({
  type: part.kind,
  'bom-ref': part.purl,
  name: part.name,
  version: part.version,
  description: part.about,
  hashes: part.hash && [part.hash],
  licenses: [
    / (OR|AND|WITH) /.test(part.licence)
      ? { expression: part.licence }
      : { license: { id: part.licence } },
  ],
  cpe: part.cpe,
  purl: part.purl,
  externalReferences: part.download && [{ type: 'distribution', ...part.download }],
});
