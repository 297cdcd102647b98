import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closedOnExec } from '../../../../electron/os/closed-descriptors.ts';
import { writeVerdict } from '../../../../electron/verdict/write-verdict.ts';
import {
  LONGEST_VERDICT_BYTES,
  refusal,
  verdictSchema,
  type Verdict,
} from '../../../../shared/outcomes/verdict.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
afterEach(() => {
  vi.restoreAllMocks();
});
const VERDICT = refusal('denied', 'denied-by-person', 'Ålice 🙂\u2028', new Date(0));

describe('writing a verdict', () => {
  it('writes a verdict as one line of JSON, whole', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    expect(writeVerdict(descriptor, VERDICT)).toBe(true);
    closeSync(descriptor);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^[^\n]+\n$/);
    expect(verdictSchema.parse(JSON.parse(text))).toEqual(VERDICT);
  });

  it('escapes control characters in the details of the person', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    const hostile = 'a\u001b[2J\u009b31m\u0085\u202eb\u200b<b>\u2028';
    const verdict: Verdict = {
      ...VERDICT,
      username: hostile,
      email: hostile,
      consumerParams: { [hostile]: hostile },
    };
    expect(writeVerdict(descriptor, verdict)).toBe(true);
    closeSync(descriptor);
    const text = readFileSync(path, 'utf8');
    expect(text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(verdictSchema.parse(JSON.parse(text))).toEqual(verdict);
  });

  it('fails at once at a descriptor that cannot be written', () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValue(2001);
    expect(writeVerdict(9_999, VERDICT)).toBe(false);
    const readOnly = openSync(temp.write(join(temp.folder(), 'file'), ''), 'r');
    expect(writeVerdict(readOnly, VERDICT)).toBe(false);
    closeSync(readOnly);
    // The clock was read once in each call: neither error is waited for.
    expect(clock).toHaveBeenCalledTimes(2);
  });

  /** A pipe that takes no further byte until its reading end is read. */
  function fullPipe() {
    const path = join(temp.folder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const descriptor = closedOnExec(openSync(path, 'w'));
    const filling = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    expect(() => {
      for (;;) writeSync(filling, Buffer.alloc(4096));
    }).toThrow(/EAGAIN/);
    closeSync(filling);
    return { path, reading, descriptor };
  }

  it('waits two seconds for the reader of a full pipe, and no longer', () => {
    const { reading, descriptor } = fullPipe();
    const clock = vi.spyOn(Date, 'now').mockReturnValueOnce(0).mockReturnValueOnce(2000);
    clock.mockReturnValue(2001);
    expect(writeVerdict(descriptor, VERDICT)).toBe(false);
    expect(clock).toHaveBeenCalledTimes(3);
    for (const open of [descriptor, reading]) closeSync(open);
  });

  it('writes a verdict whole if the reader of a full pipe is slow', async () => {
    const { path, reading, descriptor } = fullPipe();
    vi.spyOn(Date, 'now').mockReturnValue(0);
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    reader.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
    expect(writeVerdict(descriptor, VERDICT)).toBe(true);
    for (const open of [descriptor, reading]) closeSync(open);
    await once(reader, 'close');
    expect(verdictSchema.parse(JSON.parse(text.replace(/^\0+/, '')))).toEqual(VERDICT);
  });

  it.skipIf(process.platform !== 'linux')(
    'gives the verdict a descriptor that no child inherits (SEC-31)',
    () => {
      const path = temp.write(join(temp.folder(), 'verdict'), '');
      const given = openSync(path, 'r+');
      const own = closedOnExec(given);
      const flags =
        /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${String(own)}`, 'utf8'))?.[1] ??
        '';
      const [accessMode, closeOnExec] = [0o3, 0o2000000];
      expect(Number.parseInt(flags, 8) & (accessMode | closeOnExec)).toBe(
        constants.O_WRONLY | closeOnExec,
      );
      expect(own === given || !existsSync(`/proc/self/fd/${String(given)}`)).toBe(true);
      closeSync(own);
    },
  );

  it('never writes an invalid verdict', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    const broken = { ...VERDICT, outcome: 'allowed' } as unknown as Verdict;
    expect(() => writeVerdict(descriptor, broken)).toThrow();
    closeSync(descriptor);
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('never writes a verdict longer than a pipe holds', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    const short = {
      ...refusal('denied', 'denied-by-person', 'a', new Date(0)),
      consumerParams: { long: '' },
    };
    const lineBytes = JSON.stringify(short).length + 1;
    const long = (bytes: number): Verdict => ({
      ...short,
      consumerParams: { long: 'y'.repeat(bytes - lineBytes) },
    });
    expect(writeVerdict(descriptor, long(LONGEST_VERDICT_BYTES))).toBe(true);
    expect(() => writeVerdict(descriptor, long(LONGEST_VERDICT_BYTES + 1))).toThrow(/longer than/);
    closeSync(descriptor);
    expect(readFileSync(path).length).toBe(LONGEST_VERDICT_BYTES);
  });
});
