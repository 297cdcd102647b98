// oxlint-disable typescript/no-floating-promises -- the runner waits for its tests
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { logIn } from './connector.mjs';
import { useEmulator } from './emulator.mjs';

const service = useEmulator();

describe('a login by push', { concurrency: true }, () => {
  it('lets in who approves', async () => {
    const person = service.newPerson();
    const login = logIn(service.emulator, person);
    await service.emulator.approve(person);
    assert.equal((await login).username, person);
  });

  it('refuses who denies', async () => {
    const person = service.newPerson();
    const login = logIn(service.emulator, person);
    await service.emulator.deny(person);
    assert.equal(await login, 'denied');
  });

  it('says what the service says when it is overloaded', async () => {
    const person = service.newPerson();
    service.emulator.addFaults({
      path: '/api/transaction/methodSSH',
      kind: 'exception',
      exception: 'TooManyRequestsException',
      username: person,
    });
    await assert.rejects(logIn(service.emulator, person), /TooManyRequestsException/);
  });

  for (const kind of ['missing-signature', 'wrong-signature']) {
    it(`lets nobody in by an answer with a ${kind}`, async () => {
      const person = service.newPerson();
      service.emulator.addFaults({
        path: '/api/transaction/credentials',
        kind,
        username: person,
      });
      const login = logIn(service.emulator, person);
      const refused = assert.rejects(login, /credentials: the answer has no right signature/);
      await service.emulator.approve(person);
      await refused;
    });
  }

  it('lets nobody in when the service confirmed somebody else', async () => {
    const person = service.newPerson();
    service.emulator.addFaults({
      path: '/api/transaction/credentials',
      kind: 'other-username',
      username: person,
    });
    const login = logIn(service.emulator, person);
    const refused = assert.rejects(login, /the service confirmed somebody else/);
    await service.emulator.approve(person);
    await refused;
  });
});

// After the others: this fault is everybody's, because a connection has no person yet.
it('sends no push while it cannot listen for the answer', async () => {
  const person = service.newPerson();
  service.emulator.addFaults({ path: 'realtime', kind: 'status', status: 503, times: 1 });
  await assert.rejects(logIn(service.emulator, person), /the event channel cannot be reached/);
  const calls = service.emulator.log(person).map(({ path }) => path);
  assert.deepEqual(calls, ['/api/transaction/init']);
});
