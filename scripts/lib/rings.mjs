/** The rings of `npm test`, from the inside out, and where each leaves its report. To add one: a line here, a README line. */
import { inOut, inRoot } from './paths.mjs';

/**
 * @typedef {{ name: string, runner: 'vitest' | 'playwright', needsWindow: boolean, needsPackage?: boolean, needsReader?: boolean, about: string, config?: string }} Ring
 */

/** @type {readonly Ring[]} */
export const RINGS = [
  { name: 'unit', runner: 'vitest', needsWindow: false, about: 'pure parts, tables, layers' },
  { name: 'contract', runner: 'vitest', needsWindow: false, about: 'the channels between renderer and main' },
  {
    name: 'model',
    runner: 'vitest',
    needsWindow: false,
    about: 'random histories, checked against the invariants',
  },
  { name: 'emulator', runner: 'vitest', needsWindow: false, about: 'the service of the specification' },
  {
    name: 'integration',
    runner: 'vitest',
    needsWindow: false,
    about: 'the engine against the emulator, real sockets',
  },
  {
    name: 'examples',
    runner: 'vitest',
    needsWindow: true,
    about: 'what integrators copy, as real programs',
  },
  {
    name: 'runtime',
    runner: 'vitest',
    needsWindow: true,
    about: 'the Electron that is tested on, and set-up',
  },
  {
    name: 'gate',
    runner: 'vitest',
    needsWindow: true,
    about: 'the launcher and the gate, as black boxes',
  },
  {
    name: 'networks',
    runner: 'vitest',
    needsWindow: true,
    about: 'proxies, boxes and certificates on the way',
  },
  {
    name: 'e2e',
    runner: 'playwright',
    needsWindow: true,
    about: 'the real window',
    config: inRoot('tests', 'e2e', 'playwright.config.ts'),
  },
  {
    name: 'reader',
    runner: 'vitest',
    needsWindow: true,
    needsReader: true,
    about: 'what the screen reader Orca says beside the real window',
  },
  {
    name: 'packaged',
    runner: 'vitest',
    needsWindow: true,
    needsPackage: true,
    about: 'the packaged program',
  },
];

/** Where a ring's JSON report goes. */
export const reportOf = (/** @type {string} */ name) => inOut('test', `${name}.json`);

/**
 * The rings that were asked for; all when none was named.
 * @param {readonly string[]} names
 * @returns {{ rings: readonly Ring[], unknown: string[] }}
 */
export function chooseRings(names) {
  const unknown = names.filter((name) => name !== 'check' && !RINGS.some((ring) => ring.name === name));
  return { rings: names.length === 0 ? RINGS : RINGS.filter((ring) => names.includes(ring.name)), unknown };
}
