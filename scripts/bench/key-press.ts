/**
 * From a key press to the frame that shows it: the username field, the code field and a bare field,
 * in turn. The keys are given to the window by Electron, and Chromium's trace says when each frame
 * was presented, the same for all three.
 */
import { readFileSync, rmSync } from 'node:fs';
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { bareApp, loginWindow, withWindow, type App } from './support/electron-process.ts';
import { KEY_CATEGORIES, keyLatencies } from './support/key-latencies.ts';
import { TO_CODE, until } from './support/page-scripts.ts';
import { rowsOf, type Budget, type Row } from './support/row.ts';

/** A window is started again after as many: a slow or a fast one is then one of several. */
const KEYS_PER_WINDOW = 100;
/** The pause of a very fast typist; a frame ends long before. */
const LEAST_PAUSE_MS = 50;
const FRAME_MS = 1000 / 60;
/** The golden ratio: its multiples fall evenly between two frames, however many there are. */
const SPREAD = 0.618_034;
/**
 * Shorter than a code that would be complete; then they are taken back, key by key. The first round
 * warms up.
 */
const TYPED = ['1', '2', '3', '4'] as const;
const ROUND = [...TYPED, ...TYPED.map(() => 'Backspace')];
const WARM_UP = ROUND.length;

/** Three frames: a later letter is felt. */
const BUDGETS: readonly Budget[] = [{ of: 'p99', over: 'nothing', most: 50 }];

const IN_CODE = until("document.activeElement?.id === 'code' && !document.activeElement.readOnly");

type Field = Readonly<{ name: string; app: App; to: readonly string[]; times: number[] }>;

/** @param keys how many are measured in each field */
export async function keyPress(emulator: Emulator, keys: number): Promise<readonly Row[]> {
  const app = loginWindow(writeConfig(emulator));
  const bare: Field = { name: 'bare', app: bareApp('window'), to: [], times: [] };
  const username: Field = { name: 'username', app, to: [], times: [] };
  const code: Field = { name: 'code', app, to: [TO_CODE, IN_CODE], times: [] };
  for (let left = keys; left > 0; left -= KEYS_PER_WINDOW)
    for (const field of [bare, username, code])
      field.times.push(...(await pressIn(field, Math.min(left, KEYS_PER_WINDOW))));
  const note =
    'a key given to the username field, to the presented frame; bare: a field without a script';
  return rowsOf('key press: ', { bare: bare.times, budgets: BUDGETS }, [
    ['username', username.times, note],
    ['code', code.times, 'the same in the code field'],
  ]);
}

const pressIn = ({ name, app, to }: Field, keys: number): Promise<readonly number[]> =>
  withWindow(app, async (window) => {
    for (const script of to) await window.inPage(script);
    const all = WARM_UP + keys;
    const presses = Array.from({ length: all }, (_none, at) => ({
      key: ROUND[at % ROUND.length] ?? '',
      thenMs: LEAST_PAUSE_MS + FRAME_MS * ((at * SPREAD) % 1),
    }));
    const file = await window.press(presses, KEY_CATEGORIES);
    const [value, expected] = [
      await window.inPage('document.activeElement.value'),
      valueAfter(all),
    ];
    if (value !== expected)
      throw new Error(`${name}: the field has ${JSON.stringify(value)}, not "${expected}"`);
    const trace: unknown = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    return keyLatencies(trace, all, LEAST_PAUSE_MS / 2).slice(WARM_UP);
  });

/** The field's value after the given number of keys. */
function valueAfter(keys: number): string {
  const typed = keys % ROUND.length;
  return TYPED.slice(0, Math.min(typed, ROUND.length - typed)).join('');
}
