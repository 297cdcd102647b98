/** The SBOM: the contents of a package, in CycloneDX (https://cyclonedx.org/docs/1.7/json/). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOST, placesOf, type Target } from './targets.mjs';
import { sha256, uuidOf } from './tools.mjs';
import type { Part } from './contents.ts';

/**
 * The SBOM as text. The same parts at the same time give the same bytes.
 * @param parts as `contentsOf` gives them, Gatehouse first
 */
export function sbomOf(
  parts: readonly Part[],
  { folder, time, target = HOST }: { folder: string; time: Date; target?: Target },
) {
  const [gatehouse, ...others] = parts;
  if (gatehouse === undefined) throw new Error('a package without Gatehouse');
  const refs = new Map(parts.map((part) => [part.name, part.purl]));
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
        components: filesOf(target).map((name) => ({
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
    // Chromium and Node list their components in LICENSES.chromium.html, without versions.
    compositions: [
      {
        aggregate: 'complete',
        assemblies: parts.flatMap(({ kind, purl }) => (kind === 'platform' ? [] : [purl])),
      },
      {
        aggregate: 'incomplete',
        assemblies: parts.flatMap(({ kind, purl }) => (kind === 'platform' ? [purl] : [])),
      },
    ],
  };
  const serialNumber = `urn:uuid:${uuidOf(JSON.stringify(bom))}`;
  return `${JSON.stringify({ ...bom, serialNumber }, null, 2)}\n`;
}

/** Files of the program that the SBOM has the checksums of. */
const filesOf = (target: Target) => {
  const { code, archive } = placesOf(target);
  return [code, archive];
};

function componentOf(part: Part) {
  return {
    type: part.kind,
    'bom-ref': part.purl,
    name: part.name,
    ...(part.version && { version: part.version }),
    ...(part.about && { description: part.about }),
    ...(part.sha256 && { hashes: [{ alg: 'SHA-256', content: part.sha256 }] }),
    ...(part.sha512 && { hashes: [{ alg: 'SHA-512', content: part.sha512 }] }),
    licenses: [
      / (OR|AND|WITH) /.test(part.licence) ? { expression: part.licence } : { license: { id: part.licence } },
    ],
    ...(part.cpe && { cpe: part.cpe }),
    purl: part.purl,
    ...(part.download && {
      externalReferences: [
        {
          type: 'distribution',
          url: part.download.url,
          hashes: [{ alg: 'SHA-256', content: part.download.sha256 }],
        },
      ],
    }),
  };
}
