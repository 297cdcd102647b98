/** Scripts for the measured pages. */

/**
 * Acts in the login, which may wait for a screen: `onScreen` is told of each new one, and asks
 * once.
 */
export const inLogin = (acts: string): string => `(async () => {
  const { login } = self.gatehouse;
  const onScreen = (screen) => new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error('not there: ' + screen)), 20_000);
    const look = ({ view }) => {
      if (view.screen !== screen || view.busy === true) return;
      clearTimeout(limit);
      end();
      resolve();
    };
    const end = login.onViewChanged(look);
    void login.getView({}).then(({ value }) => look(value));
  });
  ${acts}
})()`;

const choosing = (method: string): string =>
  `await login.submitUsername({ username: 'alice' }); await onScreen('methods');
  await login.chooseMethod({ method: '${method}' });`;

export const TO_APPROVAL = inLogin(`${choosing('push')} await onScreen('approval');`);
export const TO_CODE = inLogin(choosing('totp'));

/** Waits for a condition of JavaScript. */
export const until = (condition: string): string => `(async () => {
  const limit = Date.now() + 10_000;
  while (!(${condition})) {
    if (Date.now() > limit) throw new Error("not there: ${condition}");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})()`;
