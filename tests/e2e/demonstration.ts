import { PSEUDO_LANGUAGE } from '../../scripts/build/messages.ts';
import { LANGUAGES } from '../../shared/strings/language.ts';
import { windowStrings } from '../../shared/strings/window-strings.ts';
import { requireElectron } from '../../lab/electron-runtime.ts';
import { messagesFor } from '../support/strings.ts';
import { test } from './fixtures.ts';
import { onScreen, SCENARIOS } from './scenarios.ts';
import { leaveThePointer } from './support/pictures.ts';
import { endTour, needFont, shoot, walk } from './support/tour-record.ts';

/*
 * `npm start` without a display: the logins that show the main job, and one screen in each language, as pictures in
 * `out/tour/`. A demonstration, not a test: it judges only that each window opens and each login ends as its person
 * should. `npm run tour` shows everything.
 */

/** The scenarios by the line that a person reads. */
const LOGINS = {
  push: 'alice approves on her phone and is signed in',
  qrcode: 'alice scans a QR code and is signed in',
  'wrong-then-right': 'alice types a wrong code, then the right one, and is signed in',
  'denied-push': 'alice denies on her phone and is not signed in',
  denied: 'the service denies a login',
};
const NAMES = new Intl.DisplayNames('en', { type: 'language' });

test.describe.configure({ mode: 'serial' });

// The fixtures would skip all without an Electron, and that would count as success.
test.beforeAll(() => void requireElectron());

for (const [id, title] of Object.entries(LOGINS))
  test(title, async ({ launch, person }) => {
    const scenario = SCENARIOS.find((one) => one.id === id);
    if (scenario === undefined) throw new Error(`there is no scenario "${id}"`);
    await walk(scenario, launch, person);
  });

for (const language of LANGUAGES.filter((one) => one !== 'en' && one !== PSEUDO_LANGUAGE))
  test(`alice chooses a method in ${NAMES.of(language) ?? language}`, async ({ launch }) => {
    const { app, window } = await launch({ config: { language } });
    await needFont(window, language);
    await leaveThePointer(app, window);
    const strings = windowStrings(messagesFor(language, 'window'));
    await window.getByRole('textbox', { name: strings.username.label }).fill('alice');
    await window.keyboard.press('Enter');
    await onScreen(window, strings.formatMessage('screen.confirm-it-is-you'));
    await shoot(window, `methods-${language}`);
  });

test.afterAll(endTour);
