/** All output of `npm run package` on Linux beside the unpacked program. */
import { contentsOf } from '../contents.ts';
import { makeEach, release, type Options, type Source } from '../release.ts';
import { sbomOf } from '../sbom.ts';
import { FORMATS, makePackage, type FormatName } from './formats.ts';

export const makeLinuxRelease = (source: Source, into: string, options: Options) =>
  release(source, into, options, async ({ folder, time, target, isFast }) => {
    const sbom = sbomOf(contentsOf(folder, target), { folder, time, target });
    const names = Object.keys(FORMATS) as FormatName[];
    const how = { arch: target.arch, isFast };
    const name = target.isCli ? 'gatehouse-cli' : 'gatehouse';
    const program = { ...source, name, sbom } as const;
    const makers = names.map((format) => makePackage(format, program, into, how));
    return [await makeEach(makers), sbom];
  });
