/**
 * The launcher at a console, a program of the tests in Electron's place: the input and output that it forwards between
 * the two, and the console that it gives back (launcher/README.md).
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIRMED, line } from '../gate/support/stand-in.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { consoleFacts } from '../../shared/launch/console-facts.ts';
import { quoted, telling, useLauncherBench } from './support/launcher-bench.ts';
import { compileSitter, Sitter, type Look } from './support/sitter.ts';
import { skipped } from './support/windows-program.ts';

const LET_IN = telling([CONFIRMED], 0);
const CANCELLED = line('cancelled', 'user', 130);
/** Asks for a line of keys, and prints the keys between marks. */
const ASKS = 'part 6 ? part 2 asked> first 5 2';
const ONE_MS = 90_000;
/** Modes of a console's input (wincon.h). */
const [PROCESSED, LINE, ECHO] = [1, 2, 4];
const inputMode = ({ modes }: Look): number => Number(modes.split(' ')[0]);

describe.skipIf(skipped !== '')(
  `the console of the launcher of Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { inside, actor, folder } = useLauncherBench(LET_IN);
    let sitter = '';
    const open: Sitter[] = [];
    beforeAll(async () => {
      sitter = await compileSitter(folder());
    }, 120_000);
    afterAll(async () => {
      for (const one of open) await one.leave();
    });

    /** Sits down, looks, and starts the launcher. */
    async function sit(words: string, standIn: string): Promise<Readonly<{ at: Sitter; before: Look }>> {
      const at = new Sitter(sitter, { env: { STAND_IN: standIn } });
      open.push(at);
      const before = await at.look();
      at.start(`"${inside('bin', 'gatehouse.exe')}" ${words}`);
      return { at, before };
    }

    it(
      'passes on one requested line of keys, unedited, and no more',
      async () => {
        const { at, before } = await sit(`-- "${actor()}" first 0 1 exit 7`, `${ASKS} ${LET_IN}`);
        await at.shows('asked>');
        const asked = await at.takesKeys(before);
        // No line and no echo of the console's own; Ctrl-C stays a signal.
        expect(inputMode(asked) & (PROCESSED | LINE | ECHO)).toBe(PROCESSED);
        at.type('Zoë 漢🙂');
        at.key('backspace');
        at.key('escape');
        at.key('end');
        // The login does not read the second line: it waits for the command.
        at.type('x\rbehind it\r');
        const ended = await at.ended();
        expect(ended).toMatchObject({ code: 7, modes: before.modes });
        expect(ended.screen).toContain('asked>Zoë 漢🙂x\n');
        expect(at.output).toBe('behind it\r\n');
      },
      ONE_MS,
    );

    it(
      'reads no keys behind the line, and has given the console back by then',
      async () => {
        const standIn = `${ASKS} part 2 behind> until 4 to 3 ${quoted(CANCELLED)} exit 130`;
        const { at, before } = await sit(`-- "${actor()}" to 1 ran`, standIn);
        await at.takesKeys(before);
        at.answer('x');
        expect((await at.shows('behind>')).modes).toBe(before.modes);
        at.type('kept');
        at.interrupt();
        expect(await at.ended()).toMatchObject({ code: 130, waiting: 4, modes: before.modes });
      },
      ONE_MS,
    );

    it(
      'passes its facts on, prints messages, and keeps standard output for the verdict',
      async () => {
        const { at, before } = await sit('check --json', `line 2 to 2 "ü 漢" ${LET_IN}`);
        const ended = await at.ended();
        expect(ended).toMatchObject({ code: 0, modes: before.modes });
        const words = /--gatehouse-console=\S+/.exec(ended.screen.replaceAll('\n', '')) ?? [];
        expect(consoleFacts([...words])).toEqual({
          keysDescriptor: 5,
          requestsDescriptor: 6,
          columns: 100,
          rows: 60,
          codePage: 437,
          isStandardInput: true,
        });
        expect(ended.screen).toContain('ü 漢');
        expect(verdictSchema.parse(JSON.parse(at.output))).toMatchObject({ outcome: 'confirmed' });
      },
      ONE_MS,
    );

    it(
      'ends an Electron with any other request, and refuses the login: 70 (SEC-29)',
      async () => {
        const standIn = `part 6 ?? ${telling([CONFIRMED], 0).replace('exit 0', 'part 6 x exit 0')}`;
        const { at, before } = await sit(`-- "${actor()}" to 1 ran`, standIn);
        const ended = await at.ended();
        expect(ended).toMatchObject({ code: 70, modes: before.modes });
        expect(at.output).toBe('');
      },
      ONE_MS,
    );

    it.each([
      ['crashes', 'part 6 ? to 2 up first 5 2 crash', 70],
      ['ends without a verdict', 'part 6 ? to 2 up first 5 2', 70],
    ])(
      'an Electron that %s while it asks leaves the console as it was',
      async (_what, standIn, code) => {
        const { at, before } = await sit(`-- "${actor()}" to 1 ran`, standIn);
        await at.shows('up');
        await at.takesKeys(before);
        at.key('enter');
        expect(await at.ended()).toMatchObject({ code, modes: before.modes });
        expect(at.output).toBe('');
      },
      ONE_MS,
    );

    it(
      'Ctrl-C while it asks is still a signal: the login is asked to end, and the console is as it was',
      async () => {
        const standIn = `part 6 ? to 2 up until 4 to 3 ${quoted(CANCELLED)} to 2 "last words" exit 130`;
        const { at, before } = await sit(`-- "${actor()}" to 1 ran`, standIn);
        await at.shows('up');
        await at.takesKeys(before);
        at.interrupt();
        const ended = await at.ended();
        expect(ended).toMatchObject({ code: 130, modes: before.modes });
        expect(ended.screen).toContain('last words');
        expect(at.output).toBe('');
      },
      ONE_MS,
    );
  },
);
