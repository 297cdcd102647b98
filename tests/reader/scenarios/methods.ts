import { METHODS, type Method } from '../../../shared/service/methods.ts';
import type { Listener, Scenario } from '../support/scenario.ts';
import { REQUESTER, choose } from '../support/screens.ts';
import { en } from '../../support/strings.ts';

/** The person's act on another device, for methods that are confirmed there. */
const ACTS: Partial<Record<Method, string>> = {
  push: 'Approve on the phone',
  email: 'Click the link in the email',
  smsLink: 'Tap the link in the text message',
  phoneCall: 'Press a key on the phone',
  qrcode: 'Scan the picture',
};

const confirm = async (listener: Listener, method: Method): Promise<void> => {
  const { person, happens, type, press, screens } = listener;
  const success = screens.success('alice', REQUESTER);
  const act = ACTS[method];
  if (act !== undefined) {
    const { tid } = await person.delivered('alice', method);
    await happens(act, () => person.approve(tid), success);
    return;
  }
  const { totp, yotp } = await person.codes('alice');
  const code =
    method === 'sms'
      ? (await person.delivered('alice', 'sms')).code
      : method === 'totp'
        ? totp
        : yotp;
  await type(code ?? '', 'the code');
  await press('Return', success);
};

/** Each method, to success. */
export const METHOD_SCENARIOS: readonly Scenario[] = METHODS.map((method) => ({
  name: `method-${method}`,
  about: `${en.methods[method].name}, to success.`,
  act: async (listener) => {
    await choose(listener, method);
    await confirm(listener, method);
  },
}));
