import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test as base } from './fixtures.ts';
import { displays } from './support/displays.ts';
import { SOON } from './support/hosted.ts';
import { heading, submitUsername, viewNow } from './support/screens.ts';

/* Keys as an X server sends them, on keyboards of other countries: by their place, by AltGr, and by dead keys. */

const test = base.extend(displays);

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });
const missing = ['xdotool', 'setxkbmap'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
);
/** The place of the second digit in the row above the letters (evdev). */
const SECOND_DIGIT = '11';

/** A display whose keyboard has a layout. */
function keyboardOf(
  display: string,
  layout: string,
): Readonly<{ press: (...keys: readonly string[]) => void }> {
  const env = { ...process.env, DISPLAY: display };
  execFileSync('setxkbmap', ['-display', display, layout], { env });
  return {
    press: (...keys) => {
      execFileSync('xdotool', ['key', ...keys], { env });
    },
  };
}

for (const layout of ['us', 'fr', 'cz'])
  test(`chooses the second method by Ctrl and the second digit's key, on a keyboard of "${layout}"`, async ({
    launch,
    displayOf,
  }) => {
    test.skip(missing.length > 0, `there is no ${missing.join(', ')}`);
    const display = await displayOf('1024x768');
    const { press } = keyboardOf(display, layout);
    const { window } = await launch({ env: { DISPLAY: display } });
    await submitUsername(window, 'alice');
    await expect(heading(window)).toHaveText('Confirm it is you');
    const listed = await viewNow(window);
    const second = listed.screen === 'methods' ? listed.choices[1]?.method : undefined;
    expect(second).toBeDefined();
    press(`ctrl+${SECOND_DIGIT}`);
    await expect
      .poll(async () => (await viewNow(window)) as object, SOON)
      .toMatchObject({ method: second });
  });

test('takes letters by AltGr and by dead keys into the username', async ({ launch, displayOf }) => {
  test.skip(missing.length > 0, `there is no ${missing.join(', ')}`);
  const display = await displayOf('1024x768');
  const { press } = keyboardOf(display, 'de');
  const { window } = await launch({ env: { DISPLAY: display } });
  const field = window.getByRole('textbox', { name: 'Username' });
  await expect(field).toBeFocused();
  press(
    'c',
    'o',
    'r',
    'p',
    'ISO_Level3_Shift+ssharp',
    'dead_acute',
    'e',
    'udiaeresis',
    'ISO_Level3_Shift+q',
    'k',
  );
  await expect(field).toHaveValue('corp\\éü@k');
});
