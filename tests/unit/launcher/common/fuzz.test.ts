/**
 * The launcher's common parts under libFuzzer, which keeps the inputs that reach new code and
 * changes them further; under sanitizers, in both forms. Some thousand inputs of a fixed seed for
 * each part, in `npm run nightly` a quarter of a minute. A failure shows its input in base64.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIRMED, DENIED } from '../../../../lab/verdict-lines.ts';
import { SEED } from '../../../support/random/seed.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';
import { accountsInput, useFuzzer, withoutFuzzer, type Form } from './pure-parts.ts';

const SECONDS = Math.ceil(Number(process.env['GATEHOUSE_FUZZ_SECONDS'] ?? 0) / 4);
const LEAST = 5000;
const MOST_BYTES = 4096;
/** One input may take so long: nothing in a launcher takes more steps than some for each byte. */
const MOST_SECONDS = 5;
const ELF_HEAD = 1024;

/** Short, as fewer bytes can be changed. */
const SHORT = String.raw`{"apiVersion":"gatehouse/1","outcome":"bypassed","reason":null,"exitCode":0,"ticket":"a.b"}`;
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** The parts of parts.h, with inputs to begin with. */
const PARTS: Readonly<Record<Form, Readonly<Record<string, () => readonly Buffer[]>>>> = {
  windows: {
    words: () => [wide(String.raw`"C:\a b\p.exe" "a"""b c\\"d e" \ "x \\"`)],
    options: () => [wide('p --user x --status-fd=5 --result fd:3 -- tool "a b"'), wide('p check')],
    lookup: () => [wide('tool\0C:\\a;"C:\\b"\0.EXE;.CMD\0rC:\\a\\tool.EXE\0')],
    descriptors: () => [Buffer.from('04000000'.concat('01'.repeat(4), '05'.repeat(32)), 'hex')],
    shown: () => [Buffer.from('ß漢🙂')],
    text: () => [wide('a\t\u001b[2Jß🙂\r\n')],
    environment: () => [wide('A=1\0NODE_OPTIONS=x\0')],
    verdict: () => [CONFIRMED, DENIED, SHORT].map((line) => Buffer.from(`${line}\n`)),
  },
  posix: {
    options: () => [Buffer.from('check\0--timeout=60\0--status-file\0x\0--json')],
    lookup: () => [Buffer.from('tool\0/a::/b\0r/b/tool')],
    interpreter: () => [Buffer.from('#! /bin/sh -e\n')],
    accounts: () => [accountsInput(1000, 1000, 'a:x:1000:1000::/:\n', 'a:x:1000:a,b\n')],
    loader: () => [readFileSync(process.execPath).subarray(0, ELF_HEAD)],
    environment: () => [Buffer.from('A=1\0NODE_OPTIONS=x\0GCONV_PATH=')],
  },
};

describe.skipIf(withoutFuzzer !== '').each(['windows', 'posix'] as const)(
  `the launcher's common parts ${withoutFuzzer}, in the form of %s`,
  (form) => {
    const fuzz = useFuzzer(form);
    const { folder } = tempFolders();

    it.each(Object.entries(PARTS[form]))(
      'takes any input of the launcher’s part "%s" without a step beyond it, and without a contradiction',
      { timeout: SECONDS * 1000 + 60_000 },
      async (part, inputs) => {
        const here = folder();
        const first = join(here, 'first');
        mkdirSync(first);
        for (const [index, input] of inputs().entries())
          writeFileSync(join(first, String(index)), input);
        const said = await fuzz(
          part,
          [
            SECONDS > 0 ? `-max_total_time=${String(SECONDS)}` : `-runs=${String(LEAST)}`,
            `-seed=${String(SEED)}`,
            `-max_len=${String(MOST_BYTES)}`,
            `-timeout=${String(MOST_SECONDS)}`,
            '-print_final_stats=1',
            first,
          ],
          here,
        );
        const kept = Number(/stat::new_units_added:\s*(\d+)/.exec(said)?.[1]);
        // It is guided: inputs that reached new code were kept.
        expect(kept, said).toBeGreaterThan(0);
      },
    );
  },
);
