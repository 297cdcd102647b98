/** A program's Windows resources (PE format, ".rsrc"): the version and the manifest. */
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { fillTemplate } from '../../scripts/lib/template.ts';

const RT_MANIFEST = 24;
const ENGLISH_US = 0x0409;
const UNICODE = 1200;
const UTF8 = `
      <activeCodePage xmlns="http://schemas.microsoft.com/SMI/2019/WindowsSettings">UTF-8</activeCodePage>`;

/**
 * A program with its resources.
 *
 * @param bytes without any
 * @param info of package.json
 */
export function withResources(
  bytes: Buffer,
  info: Readonly<{ version: string; author: string; license: string }>,
  { name, about, isUtf8 }: Readonly<{ name: string; about: string; isUtf8: boolean }>,
): Buffer {
  const internal = name.replace(/\.exe$/, '');
  const executable = NtExecutable.from(bytes);
  const resources = NtExecutableResource.from(executable);
  const [major = 0, minor = 0, patch = 0] = info.version.split(/[.-]/).map(Number);
  const [high, low] = [(major << 16) | minor, patch << 16];
  const numbers = {
    fileVersionMS: high,
    fileVersionLS: low,
    productVersionMS: high,
    productVersionLS: low,
  };
  const values = {
    CompanyName: info.author,
    FileDescription: about,
    FileVersion: info.version,
    InternalName: internal,
    LegalCopyright: `${info.author}. ${info.license} licence`,
    OriginalFilename: name,
    ProductName: 'Gatehouse',
    ProductVersion: info.version,
  };
  Resource.VersionInfo.create(
    ENGLISH_US,
    // VOS_NT_WINDOWS32, VFT_APP
    { ...numbers, fileFlagsMask: 0x3f, fileOS: 0x40004, fileType: 1 },
    [{ lang: ENGLISH_US, codepage: UNICODE, values }],
  ).outputToResourceEntries(resources.entries);
  // The rights of the caller, long paths, and optionally UTF-8 as the code page:
  // https://learn.microsoft.com/windows/win32/sbscs/application-manifests
  const manifest = fillTemplate('packaging/native/manifest.xml', {
    NAME: `Gatehouse.${internal}`,
    CODE_PAGE: isUtf8 ? UTF8 : '',
  });
  resources.replaceResourceEntryFromString(RT_MANIFEST, 1, ENGLISH_US, manifest);
  resources.outputResource(executable);
  return Buffer.from(executable.generate());
}
