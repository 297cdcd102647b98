import { after, before } from 'node:test';
import { startEmulator } from 'push-mfa-emulator';

/**
 * One emulator for all tests of a file. Each test takes a person of its own, so that tests run side
 * by side.
 *
 * @param {import('push-mfa-emulator').EmulatorOptions} options
 */
export function useEmulator(options = {}) {
  let emulator;
  let people = 0;
  before(async () => {
    emulator = await startEmulator({ unknownUsers: 'pending', ...options });
  });
  after(() => emulator.stop());
  return {
    /** The running emulator; within a test. */
    get emulator() {
      return emulator;
    },
    /** A name that no other test has. */
    newPerson() {
      people += 1;
      return `person-${people}`;
    },
  };
}
