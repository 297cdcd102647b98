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
});
