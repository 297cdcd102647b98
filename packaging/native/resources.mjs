/**
 * A program's Windows resources (PE format, ".rsrc"): the version and the manifest. Written as data for the assembler,
 * because the compiler's own resource compiler takes minutes to start.
 */

const RT_VERSION = 16;
const RT_MANIFEST = 24;
const ENGLISH_US = 0x0409;
const UNICODE = 1200;
const UTF8 = `
      <activeCodePage xmlns="http://schemas.microsoft.com/SMI/2019/WindowsSettings">UTF-8</activeCodePage>`;

/**
 * The rights of the caller, long paths, and optionally UTF-8 as the code page:
 * https://learn.microsoft.com/windows/win32/sbscs/application-manifests
 * @param {string} name
 * @param {boolean} isUtf8
 */
export const manifestOf = (name, isUtf8) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <assemblyIdentity type="win32" name="${name}" version="1.0.0.0"/>
  <trustInfo xmlns="urn:schemas-microsoft-com:asm.v3">
    <security><requestedPrivileges><requestedExecutionLevel level="asInvoker" uiAccess="false"/></requestedPrivileges></security>
  </trustInfo>
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1">
    <application><supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/></application>
  </compatibility>
  <application xmlns="urn:schemas-microsoft-com:asm.v3">
    <windowsSettings>
      <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>${isUtf8 ? UTF8 : ''}
    </windowsSettings>
  </application>
</assembly>
`;

/**
 * The assembly of the ".rsrc" section.
 * @param {{ version: string, author: string, license: string }} info of package.json
 * @param {{ name: string, about: string, isUtf8: boolean }} program
 */
export function resourcesOf(info, program) {
  const manifest = Buffer.from(
    manifestOf(`Gatehouse.${program.name.replace(/\.exe$/, '')}`, program.isUtf8),
    'utf8',
  );
  const version = versionInfo(info, program);
  const directory = (/** @type {number} */ count) => `.long 0, 0, 0\n.short 0, ${count}\n`;
  const below = (/** @type {number} */ id, /** @type {string} */ label) =>
    `.long ${id}, (${label} - root) | 0x80000000\n`;
  const leaf = (/** @type {string} */ label) => `.long ${ENGLISH_US}, ${label} - root\n`;
  const data = (/** @type {string} */ label, /** @type {Buffer} */ bytes) =>
    `${label}_entry:\n.rva ${label}\n.long ${bytes.length}, 0, 0\n`;
  const content = (/** @type {string} */ label, /** @type {Buffer} */ bytes) =>
    `.balign 8\n${label}:\n.byte ${[...bytes].join(',')}\n`;
  return [
    '.section .rsrc,"dr"\n.balign 8\nroot:\n',
    directory(2) + below(RT_VERSION, 'versions') + below(RT_MANIFEST, 'manifests'),
    `versions:\n${directory(1)}${below(1, 'version_languages')}`,
    `manifests:\n${directory(1)}${below(1, 'manifest_languages')}`,
    `version_languages:\n${directory(1)}${leaf('version_entry')}`,
    `manifest_languages:\n${directory(1)}${leaf('manifest_entry')}`,
    data('version', version) + data('manifest', manifest),
    content('version', version) + content('manifest', manifest),
  ].join('');
}

/** VS_VERSIONINFO, with its strings in English. */
function versionInfo(
  /** @type {{ version: string, author: string, license: string }} */ info,
  /** @type {{ name: string, about: string }} */ program,
) {
  const [major = 0, minor = 0, patch = 0] = info.version.split(/[.-]/).map(Number);
  const fixed = Buffer.alloc(52);
  const high = (major << 16) | minor;
  const low = patch << 16;
  // dwSignature, dwStrucVersion, file and product version, mask, flags, VOS_NT_WINDOWS32, VFT_APP
  [0xfeef04bd, 0x10000, high, low, high, low, 0x3f, 0, 0x40004, 1].forEach((value, index) =>
    fixed.writeUInt32LE(value >>> 0, index * 4),
  );
  const strings = {
    CompanyName: info.author,
    FileDescription: program.about,
    FileVersion: info.version,
    InternalName: program.name.replace(/\.exe$/, ''),
    LegalCopyright: `${info.author}. ${info.license} licence`,
    OriginalFilename: program.name,
    ProductName: 'Gatehouse',
    ProductVersion: info.version,
  };
  const translation = Buffer.alloc(4);
  translation.writeUInt16LE(ENGLISH_US, 0);
  translation.writeUInt16LE(UNICODE, 2);
  const rows = Object.entries(strings).map(([key, value]) => block(key, value, []));
  return block('VS_VERSION_INFO', fixed, [
    block('StringFileInfo', null, [block('040904B0', null, rows)]),
    block('VarFileInfo', null, [block('Translation', translation, [])]),
  ]);
}

/** One block of a version resource: length, length of the value, kind, key, value, children; each on four bytes. */
function block(
  /** @type {string} */ key,
  /** @type {string | Buffer | null} */ value,
  /** @type {Buffer[]} */ children,
) {
  const isText = typeof value !== 'object' || value === null;
  const bytes = typeof value === 'string' ? wide(value) : (value ?? Buffer.alloc(0));
  const head = Buffer.alloc(6);
  head.writeUInt16LE(isText ? bytes.length / 2 : bytes.length, 2);
  head.writeUInt16LE(isText ? 1 : 0, 4);
  const whole = [padded(Buffer.concat([head, wide(key)])), bytes].reduce(joined);
  const all = children.reduce(joined, whole);
  all.writeUInt16LE(all.length, 0);
  return all;
}

const wide = (/** @type {string} */ text) => Buffer.from(`${text}\0`, 'utf16le');
const padded = (/** @type {Buffer} */ bytes) =>
  Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
const joined = (/** @type {Buffer} */ before, /** @type {Buffer} */ next) =>
  Buffer.concat([padded(before), next]);
