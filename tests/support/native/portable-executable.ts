/**
 * The fields of a program for Windows that tests look at (PE format, Microsoft, "Optional Header"
 * and "Import Directory").
 */
export type PortableExecutable = Readonly<{
  /** 3 is a console program, 2 is one without a console. */
  subsystem: number;
  /** DllCharacteristics: 0x20 high entropy, 0x40 moved in memory, 0x100 no code in data. */
  characteristics: number;
  /** The libraries it cannot start without, in lower case. */
  imports: readonly string[];
  /** Where Windows itself looks for its libraries (LOAD_LIBRARY_SEARCH_*). */
  dependentLoadFlags: number;
  /** The text of its version and manifest. */
  resources: Buffer;
}>;

/** Reads a 64-bit program. */
export function readPortableExecutable(file: Buffer): PortableExecutable {
  const header = file.readUInt32LE(0x3c);
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0')
    throw new Error('not a program for Windows');
  const optional = header + 24;
  const sections = optional + file.readUInt16LE(header + 20);
  const offsetOf = (address: number): number => {
    for (let index = 0; index < file.readUInt16LE(header + 6); index += 1) {
      const section = sections + index * 40;
      const start = file.readUInt32LE(section + 12);
      if (address >= start && address < start + file.readUInt32LE(section + 16))
        return address - start + file.readUInt32LE(section + 20);
    }
    throw new Error(`no section holds ${String(address)}`);
  };
  const directory = (index: number): number => file.readUInt32LE(optional + 112 + index * 8);
  const imports: string[] = [];
  for (let row = offsetOf(directory(1)); file.readUInt32LE(row + 12) !== 0; row += 20) {
    const name = offsetOf(file.readUInt32LE(row + 12));
    imports.push(file.toString('latin1', name, file.indexOf(0, name)).toLowerCase());
  }
  const resources = offsetOf(directory(2));
  return {
    subsystem: file.readUInt16LE(optional + 68),
    characteristics: file.readUInt16LE(optional + 70),
    imports,
    dependentLoadFlags: file.readUInt16LE(offsetOf(directory(10)) + 78),
    resources: file.subarray(resources, resources + file.readUInt32LE(optional + 112 + 2 * 8 + 4)),
  };
}
