import { expect, it } from 'vitest';
import {
  begin,
  emulatorForTest,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';
import type { Emulator } from './emulator.ts';

/** What the phone page asks for at each change. */

type State = Readonly<{
  people: readonly object[];
  person: Readonly<{ username: string; messages: readonly object[] }>;
  newest: Readonly<{ username: string }> | null;
}>;

async function stateOf(emulator: Emulator, query: string): Promise<State> {
  const response = await fetch(`${emulator.phoneUrl}/state${query}`);
  return (await response.json()) as State;
}

it('gives the phone page the chosen person whole, and of the others what its list shows', async () => {
  const emulator = await emulatorForTest();
  await selectMethod(emulator, await begin(emulator), 'push');
  await selectMethod(emulator, await begin(emulator, 'push-only'), 'push');
  const state = await stateOf(emulator, '?chosen=ALICE');
  expect(state.people).toHaveLength(emulator.users.all().length);
  expect(state.people).toContainEqual({ username: 'push-only', outcome: 'pending', open: 1 });
  expect(state.person).toMatchObject({ username: 'alice', messages: [{ kind: 'push' }] });
  expect(state.newest).toMatchObject({ username: 'push-only' });
  expect(JSON.stringify(state)).not.toContain('push-only@example.com');
});

it('shows the first person of the list to who has chosen nobody, or a name of nobody', async () => {
  const emulator = await emulatorForTest();
  const [first] = emulator.users.all();
  for (const query of ['', '?chosen=nobody'])
    expect((await stateOf(emulator, query)).person.username).toBe(first?.username);
});

it('keeps what others receive from the phone of one person', async () => {
  const emulator = await emulatorForTest();
  await selectMethod(emulator, await begin(emulator, 'push-only'), 'push');
  const state = await stateOf(emulator, '?person=alice');
  expect(state.people).toEqual([{ username: 'alice', outcome: 'pending', open: 0 }]);
  expect(state).toMatchObject({ person: { username: 'alice' }, newest: null });
});
