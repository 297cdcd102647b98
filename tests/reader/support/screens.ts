import type { Method } from '../../../shared/service/methods.ts';
import { methods } from '../../../emulator/service/methods.ts';
import type { Listener } from './scenario.ts';
import type { Screen } from './transcript.ts';
import { en, enTerminal } from '../../support/words.ts';

/** The form for the name. */
export const FIRST_SCREEN: Screen = { heading: 'Who is signing in?', instruction: 'Username' };
/** The list of ways. */
export const METHODS_SCREEN: Screen = {
  heading: enTerminal.places.confirmItIsYou,
  instruction: enTerminal.places.signingInAs,
};
export const SUCCESS: Screen = { heading: 'You are in', instruction: 'is confirmed for' };

/** The screen of a way to confirm. */
const screenOf = (method: Method): Screen => en.methods[method];

/** The screen of an end without entry. */
export const endOf = (code: keyof typeof en.errors): Screen => ({
  heading: en.errors[code].title,
  instruction: en.errors[code].whatHappened,
});

/** Gives the name and hears the list of ways. */
export async function toMethods({ type, press }: Listener, username = 'alice'): Promise<void> {
  await type(username);
  await press('Return', METHODS_SCREEN);
}

/** Gives the name and chooses a way by its number. */
export async function choose(listener: Listener, method: Method): Promise<void> {
  await toMethods(listener);
  await listener.press(`ctrl+${methods.indexOf(method) + 1}`, screenOf(method));
}
