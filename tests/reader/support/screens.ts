import type { Method } from '../../../shared/service/methods.ts';
import { methods } from '../../../emulator/service/methods.ts';
import type { Listener } from './scenario.ts';

/** The names that the emulated service gives by itself. */
export const REQUESTER = { application: 'Example Desktop', company: 'Example Company' } as const;

/** Gives the name and hears the list of ways. */
export async function toMethods(
  { type, press, screens }: Listener,
  username = 'alice',
): Promise<void> {
  await type(username);
  await press('Return', screens.methods);
}

/** Gives the name and chooses a way by its number. */
export async function choose(listener: Listener, method: Method): Promise<void> {
  await toMethods(listener);
  await listener.press(`ctrl+${methods.indexOf(method) + 1}`, listener.screens.of(method));
}
