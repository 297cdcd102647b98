import { closeSync, openSync, readSync } from 'node:fs';

/** The most that is read of a table of routes: a computer with a longer table is no desktop. */
const MOST_BYTES = 262_144;
/**
 * Flags of `/proc/net/ipv6_route` (linux/ipv6_route.h): `LOCAL` is an address of this computer,
 * `CACHE` a remembered detail.
 */
const LOCAL = 0x8000_0000;
const CACHE = 0x0100_0000;

/**
 * The routes that lead out of this computer, in the order of the kernel, one line each; empty where
 * `/proc` is not readable. Routes within a link are left out, and so are counters.
 */
export function routes(): readonly string[] {
  return [
    ...routesOfIpv4(textOf('/proc/net/route')),
    ...routesOfIpv6(textOf('/proc/net/ipv6_route')),
  ];
}

/** @param table text of `/proc/net/route` (proc(5)) */
export function routesOfIpv4(table: string): readonly string[] {
  return rowsOf(table).flatMap(([name, destination, gateway, , , , metric, mask]) => {
    // Leave out the header and 169.254.0.0/16, whose bytes a little-endian computer prints in
    // reverse: `0000FEA9`.
    if (mask === undefined || !isHex(destination) || /FEA9$/i.test(destination)) return [];
    return name === 'lo' ? [] : [[name, destination, mask, gateway, metric].join(' ')];
  });
}

/** @param table text of `/proc/net/ipv6_route` */
export function routesOfIpv6(table: string): readonly string[] {
  return rowsOf(table).flatMap(([destination, length, , , gateway, metric, , , flags, name]) => {
    if (name === undefined || name === 'lo' || !isHex(flags)) return [];
    const bits = Number.parseInt(flags, 16);
    const isInside =
      (bits & LOCAL) !== 0 || (bits & CACHE) !== 0 || /^(fe[89ab]|ff)/i.test(destination ?? '');
    return isInside ? [] : [[name, destination, length, gateway, metric].join(' ')];
  });
}

function isHex(text: string | undefined): text is string {
  return text !== undefined && /^[0-9a-f]{8}$/i.test(text);
}

function rowsOf(table: string): readonly (readonly string[])[] {
  return table.split('\n').map((line) => line.trim().split(/\s+/));
}

/** Shared by all readings: there is only one at a time. */
const bytes = Buffer.allocUnsafe(MOST_BYTES);

function textOf(path: string): string {
  let length = 0;
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    for (;;) {
      const read = readSync(file, bytes, length, MOST_BYTES - length, null);
      length += read;
      if (read === 0) break;
    }
  } catch {
    // Without `/proc`, the addresses have to be enough.
    length = 0;
  } finally {
    if (file !== null) closeSync(file);
  }
  return bytes.toString('latin1', 0, length);
}
