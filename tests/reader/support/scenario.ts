import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import type { ConfigJson } from '../../../lab/written-config.ts';
import { personAt, type Person } from '../../../lab/person.ts';
import type { Words } from './languages.ts';
import type { Utterance } from './orca-log.ts';
import type { ReaderSession } from './session.ts';
import { faultsOf, transcriptOf, type Screen, type Step } from './transcript.ts';
import { openHeardWindow, type HeardWindow } from './window.ts';

/** The tools of a scenario: the words of its language, and calls that are one step each. */
export type Listener = Words &
  Readonly<{
    person: Person;
    emulator: Emulator;
    /**
     * Presses a key, as xdotool names it (`shift+Tab`), and hears the screen that it leads to, or
     * the control that has the focus then.
     */
    press: (key: string, screen?: Screen) => Promise<void>;
    /**
     * Presses a key that leads to a screen of ours with a page of the service in it, by its title.
     * Orca's speech about a loading page, before our words or after them, is left out: its extent,
     * and its page, depend on the order of events.
     */
    toPage: (key: string, screen: Screen, title: string) => Promise<void>;
    /**
     * Presses a key that leads into the service's page or out of it, to this control. The speech is
     * left out: Orca 43 does not announce the first focus in another page of the same window,
     * unless it has seen the page's own focus before.
     */
    cross: (key: string, control: string) => Promise<void>;
    /**
     * Presses a key that leads from the service's page back to a screen of ours. The screen that
     * was around the page has the focus while the login is checked: whether Orca comes to say that
     * is left out.
     */
    back: (key: string, screen: Screen) => Promise<void>;
    /** Types into the field that has the focus. Speech caused by the keys is ignored. */
    type: (text: string, as?: string) => Promise<void>;
    /** Something happens elsewhere that leads to a screen. */
    happens: (what: string, act: () => Promise<unknown>, screen: Screen) => Promise<void>;
    /**
     * Hears a sentence that comes by itself, or by a key; also one that comes a while after a new
     * screen.
     */
    hears: (what: string, text: string, options?: HearOptions) => Promise<void>;
  }>;

export type HearOptions = Readonly<{
  act?: () => Promise<unknown>;
  key?: string;
  screen?: Screen;
  withinMs?: number;
}>;

/** One scenario: its file in transcripts/, its first line, and its events. */
export type Scenario = Readonly<{
  name: string;
  about: string;
  /** The focus moves and a sentence comes in one moment: Orca says both, either first. */
  endsInEitherOrder?: true;
  config?: ConfigJson;
  /** The configuration of an earlier start, whose remembered look the heard start shows first. */
  earlierConfig?: ConfigJson;
  /** The type of the application in the service's console. */
  applicationType?: 'prompt';
  /** Files that are in the person's folder before the start, by their name. */
  files?: Readonly<Record<string, string>>;
  /** An intermediary between the window and the service, and the configuration for it. */
  between?: (
    emulator: Emulator,
  ) => Promise<Readonly<{ config: ConfigJson; close: () => Promise<unknown> }>>;
  act: (listener: Listener) => Promise<void>;
}>;

/** The transcripts of English; those of another language are in a folder of its tag. */
const TRANSCRIPTS = join(import.meta.dirname, '..', 'transcripts');
const LOGS = join(import.meta.dirname, '..', '..', '..', 'out', 'reader');
/** Set to write the transcripts anew instead of comparing them. */
const isWriting = process.env['GATEHOUSE_WRITE_TRANSCRIPTS'] === '1';

/** Runs a scenario in a window of its own, compares the speech with its file, and judges it. */
export async function runScenario(session: ReaderSession, scenario: Scenario): Promise<void> {
  const { applicationType } = scenario;
  const emulator = await startEmulator(applicationType === undefined ? {} : { applicationType });
  const between = await scenario.between?.(emulator);
  let window: HeardWindow | undefined;
  try {
    const { words } = session;
    const { files, earlierConfig } = scenario;
    const { language } = words;
    window = await openHeardWindow(session, emulator, {
      config: { language, ...scenario.config, ...between?.config },
      files,
      earlierConfig: earlierConfig && { language, ...earlierConfig },
    });
    const steps = await goThrough(window, words, scenario, emulator);
    compare(scenario, words, transcriptOf(scenario.about, steps));
    expect(
      faultsOf(steps, words.foreign),
      'each screen is said once, whole, heading first',
    ).toEqual([]);
  } catch (error) {
    keepLog(`${scenario.name}-${session.words.language}`, session.log());
    // Chromium of Electron 22 reads freed memory now and then, while a reader asks for an element
    // just removed from the page.
    if (window?.hasCrashed() === true)
      throw new Error(`${scenario.name}: the window crashed (SIGSEGV)`, { cause: error });
    throw error;
  } finally {
    await window?.end();
    await between?.close();
    await emulator.close();
  }
}

async function goThrough(
  window: HeardWindow,
  words: Words,
  { act }: Scenario,
  emulator: Emulator,
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const step = (what: string, screen: Screen | null): void => {
    const heard = window
      .take()
      .filter((text) => text === null || !words.passing.includes(text.trim()));
    steps.push({ act: what, screen, heard });
  };
  step('Start', words.screens.username);
  await act({
    ...words,
    person: personAt(emulator.url),
    emulator,
    press: async (key, screen) => {
      await window.press(key);
      if (screen === undefined) await window.focusMoved();
      else await window.arrived(screen.heading);
      step(key, screen ?? null);
    },
    toPage: async (key, screen, title) => {
      await window.press(key);
      await window.arrived(screen.heading);
      await window.loaded(title);
      steps.push({ act: key, screen, heard: ours(window.take(), screen) });
    },
    cross: async (key, control) => {
      await window.press(key);
      await window.focusMoved(control);
      window.take();
      steps.push({ act: `${key} -> ${control}`, screen: null, heard: [] });
    },
    back: async (key, screen) => {
      await window.press(key);
      await window.arrived(screen.heading);
      steps.push({ act: key, screen, heard: ours(window.take(), screen) });
    },
    type: async (text, as = text) => {
      await window.type(text);
      window.take();
      steps.push({ act: `Type ${as}`, screen: null, heard: [] });
    },
    happens: async (what, doIt, screen) => {
      window.mark();
      await doIt();
      await window.arrived(screen.heading);
      step(what, screen);
    },
    hears: async (what, text, { act: doIt, key, screen, withinMs } = {}) => {
      if (key !== undefined) await window.press(key);
      await doIt?.();
      if (screen !== undefined) await window.arrived(screen.heading);
      await window.said(text, withinMs);
      step(what, screen ?? null);
    },
  });
  return steps;
}

/** The speech from a screen's heading to its instruction; all speech if either is missing. */
function ours(heard: readonly Utterance[], { heading, instruction }: Screen): readonly Utterance[] {
  const from = heard.findIndex((text) => text?.includes(heading));
  const to = heard.findIndex((text) => text?.includes(instruction));
  return from < 0 || to < from ? heard : heard.slice(from, to + 1);
}

/** Keeps Orca's log, to find the cause of a failure. */
function keepLog(name: string, log: string): void {
  mkdirSync(LOGS, { recursive: true });
  writeFileSync(join(LOGS, `${name}.log`), log);
}

function compare({ name, endsInEitherOrder }: Scenario, { language }: Words, heard: string): void {
  const inFolder = join(language === 'en' ? '' : language, `${name}.txt`);
  const file = join(TRANSCRIPTS, inFolder);
  if (isWriting) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, heard);
    return;
  }
  const expected = existsSync(file) ? readFileSync(file, 'utf8') : '';
  // In the message itself: a run's summary shows only the message.
  expect(heard, `Orca did not say what transcripts/${inFolder} says, but:\n${heard}\n`).toBe(
    endsInEitherOrder === true && lastSorted(heard) === lastSorted(expected) ? heard : expected,
  );
}

/** A transcript with the lines of its last act in one order. */
function lastSorted(transcript: string): string {
  const acts = transcript.trimEnd().split('\n\n');
  const [act = '', ...lines] = acts.at(-1)?.split('\n') ?? [];
  return [...acts.slice(0, -1), [act, ...lines.sort()].join('\n')].join('\n\n');
}
