import { startEmulator as start, type Emulator } from './emulator.ts';
import type { EmulatorOptions } from './options.ts';

export type { Emulator } from './emulator.ts';

/**
 * Starts the emulator for a client of which it is known that it subscribes, as Gatehouse's own
 * suites do: only subscribers get an event, so that one that forgot to subscribe fails.
 */
export function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return start({ rooms: 'tid', ...options });
}
