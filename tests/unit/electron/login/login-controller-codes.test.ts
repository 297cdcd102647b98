import { describe, expect, it } from 'vitest';
import { FakeEngine } from '../../../support/fake-engine.ts';
import { TID, WRONG_CODE } from '../../../support/login-fixtures.ts';

const SELECTED_TOTP = { method: 'totp', qrText: null, codeLength: 6, phoneNumber: null, keyToken: null };

describe('a code beside a push', () => {
  it('is kept until its method is started; another start has none', async () => {
    const engine = new FakeEngine();
    await engine.start(['push', 'totp']);
    await engine.choose('push');
    engine.send({ type: 'submit-code', code: '918 273' });
    expect(engine.view).toMatchObject({ screen: 'code', busy: true });
    expect(engine.count('confirmCode')).toBe(0);
    await engine.last('selectMethod').answer(SELECTED_TOTP);
    expect(engine.last('confirmCode').given).toEqual([TID, '918273']);
    expect(JSON.stringify([engine.views, engine.logged])).not.toMatch(/918 ?273/);

    // Another start of the same method has no code of its own.
    await engine.last('confirmCode').fail(WRONG_CODE);
    await engine.choose('totp');
    expect(engine.view).toMatchObject({ screen: 'code', busy: false });
    expect(engine.count('confirmCode')).toBe(1);
  });

  it('is not sent once the person has gone back', async () => {
    const engine = new FakeEngine();
    await engine.start(['push', 'totp']);
    await engine.choose('push');
    engine.send({ type: 'submit-code', code: '918273' });
    const started = engine.last('selectMethod');
    engine.send({ type: 'go-back' });
    await started.answer(SELECTED_TOTP);
    await engine.choose('totp');
    expect(engine.count('confirmCode')).toBe(0);
    expect(engine.view).toMatchObject({ screen: 'code', busy: false });
  });
});
