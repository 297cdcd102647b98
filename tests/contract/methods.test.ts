import { expect, it } from 'vitest';
import { methods as offeredByEmulator } from '../../emulator/service/methods.ts';
import { METHODS } from '../../shared/service/methods.ts';

it('offers in the emulator the methods that Gatehouse knows', () => {
  expect([...offeredByEmulator].sort()).toEqual([...METHODS].sort());
});
