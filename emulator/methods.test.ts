import { describe, expect } from 'vitest';
import { maskPhoneNumber, methods } from './service/methods.ts';
import type { Method } from './service/methods.ts';
import {
  begin,
  callApi,
  emulatorForTest,
  it,
  paths,
  selectMethod,
} from '../tests/support/emulator/emulator-for-test.ts';

/** Specification 4.3: which fields the methodSSH answer has for which method, and what is delivered. */

/** The last six rows of the table of 4.3, read by column. */
const meaningful: Readonly<Record<Method, readonly string[]>> = {
  email: [],
  totp: ['vericodeLength'],
  qrcode: ['qrText'],
  push: [],
  sms: ['vericodeLength', 'phoneNumber'],
  smsLink: ['phoneNumber'],
  yotp: ['token'],
  phoneCall: ['phoneNumber'],
};

describe('methodSSH', () => {
  it.for(methods)(
    'answers %s with exactly the fields that are meaningful',
    async (method, { emulator, tid }) => {
      const answer = await selectMethod(emulator, tid, method);
      expect(answer.status).toBe(200);
      expect(answer.result).toMatchObject({ action: 'authentication', method, tid });
      expect(Object.keys(answer.result).sort()).toEqual(
        ['action', 'method', 'tid', ...meaningful[method]].sort(),
      );
    },
  );

  it('sends codes of the announced length by text message, each fresh, and replaces the old one', async () => {
    const emulator = await emulatorForTest({ smsCodeLength: 8 });
    const tid = await begin(emulator);
    const first = await selectMethod(emulator, tid, 'sms');
    await selectMethod(emulator, tid, 'sms');
    expect(first.result['vericodeLength']).toBe(8);
    const [old, fresh] = emulator.outbox.ofTransaction(tid);
    expect(old?.code).toMatch(/^\d{8}$/);
    expect(fresh?.code).toMatch(/^\d{8}$/);
    expect(fresh?.code).not.toBe(old?.code);
    expect([old?.state, fresh?.state]).toEqual(['replaced', 'open']);
  });

  it.for(['fido', 'Push', 'carrier-pigeon'])(
    'refuses %s, which was not offered',
    async (method, { emulator, tid }) => {
      const answer = await callApi(emulator, paths.method, { tid, method });
      expect(answer.result).toMatchObject({
        exception: 'MissingFieldException',
        code: 3,
        name: 'method',
      });
    },
  );

  it('refuses a method that this person has not got', async ({ emulator }) => {
    const tid = await begin(emulator, 'push-only');
    const answer = await callApi(emulator, paths.method, { tid, method: 'sms' });
    expect(answer.result).toMatchObject({ exception: 'MissingFieldException', name: 'method' });
  });

  it.for(['denied', 'waiting'])('refuses a method to a %s user', async (username, { emulator }) => {
    const tid = await begin(emulator, username);
    const answer = await callApi(emulator, paths.method, { tid, method: 'push' });
    expect(answer.result).toMatchObject({ exception: 'MissingFieldException', name: 'method' });
  });

  it('limits how often a method is selected', async () => {
    const emulator = await emulatorForTest({ maximumSelections: 2 });
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    await selectMethod(emulator, tid, 'sms');
    const answer = await selectMethod(emulator, tid, 'push');
    expect(answer.result['exception']).toBe('TooManyRequestsException');
  });
});

it.each([
  ['+44 20 7946 0958', '+44********58'],
  ['+1 (555) 010-0199', '+15*******99'],
  ['5550199', '555**99'],
  ['12345', '*****'],
  ['', ''],
])('masks the number %j as %j', (number, masked) => {
  expect(maskPhoneNumber(number)).toBe(masked);
});
