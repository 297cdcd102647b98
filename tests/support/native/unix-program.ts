/**
 * What tests look at in a program of Linux (ELF-64) or macOS (Mach-O 64, `<mach-o/loader.h>`).
 * Little-endian.
 */
export type UnixProgram = Readonly<{
  processor: 'x64' | 'arm64';
  /** Libraries that the system loads with it; on Linux its loader too. */
  loads: readonly string[];
  /** It has a signature, perhaps ad hoc. */
  isSigned: boolean;
}>;

export function readUnixProgram(file: Buffer): UnixProgram {
  return file.readUInt32LE(0) === 0xfeed_facf ? readMachO(file) : readElf(file);
}

const ELF_PROCESSORS = new Map([
  [62, 'x64'],
  [183, 'arm64'],
] as const);
const PT_DYNAMIC = 2;
const PT_INTERP = 3;

function readElf(file: Buffer): UnixProgram {
  if (file.toString('latin1', 0, 5) !== '\u007fELF\u0002') throw new Error('not a 64-bit ELF file');
  const processor = ELF_PROCESSORS.get(file.readUInt16LE(18) as 62);
  if (processor === undefined) throw new Error('an unknown processor');
  const start = Number(file.readBigUInt64LE(32));
  const kinds = Array.from({ length: file.readUInt16LE(56) }, (_unused, index) =>
    file.readUInt32LE(start + index * file.readUInt16LE(54)),
  );
  return {
    processor,
    loads: kinds.filter((kind) => kind === PT_DYNAMIC || kind === PT_INTERP).map(String),
    isSigned: false,
  };
}

const MACH_PROCESSORS = new Map([
  [0x0100_0007, 'x64'],
  [0x0100_000c, 'arm64'],
] as const);
const LC_LOAD_DYLIB = 0xc;
const LC_CODE_SIGNATURE = 0x1d;

function readMachO(file: Buffer): UnixProgram {
  const processor = MACH_PROCESSORS.get(file.readUInt32LE(4) as 0x0100_0007);
  if (processor === undefined) throw new Error('an unknown processor');
  const loads: string[] = [];
  let isSigned = false;
  let at = 32;
  for (let index = 0; index < file.readUInt32LE(16); index += 1) {
    const kind = file.readUInt32LE(at);
    if (kind === LC_LOAD_DYLIB) {
      const name = at + file.readUInt32LE(at + 8);
      loads.push(file.toString('latin1', name, file.indexOf(0, name)));
    }
    if (kind === LC_CODE_SIGNATURE) isSigned = true;
    at += file.readUInt32LE(at + 4);
  }
  return { processor, loads, isSigned };
}
