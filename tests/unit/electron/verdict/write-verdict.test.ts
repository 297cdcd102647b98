import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedOnExec } from '../../../../electron/programs/closed-descriptors.ts';
import { writeVerdict } from '../../../../electron/verdict/write-verdict.ts';
import {
  LONGEST_VERDICT_BYTES,
  refusal,
  verdictSchema,
  type Verdict,
} from '../../../../shared/verdict/verdict.ts';
import { tempFolders } from '../../../support/temp-folder.ts';

const temp = tempFolders();
const VERDICT = refusal('denied', 'denied-by-person', 'Ålice 🙂\u2028', new Date(0));

describe('writing a verdict', () => {
  it('is one line of JSON, whole', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    expect(writeVerdict(descriptor, VERDICT)).toBe(true);
    closeSync(descriptor);
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^[^\n]+\n$/);
    expect(verdictSchema.parse(JSON.parse(text))).toEqual(VERDICT);
  });

  it('holds nothing that a terminal obeys, whatever the service said of the person', () => {
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

  it('is told where nobody reads', () => {
    expect(writeVerdict(9_999, VERDICT)).toBe(false);
    const readOnly = openSync(temp.write(join(temp.folder(), 'file'), ''), 'r');
    expect(writeVerdict(readOnly, VERDICT)).toBe(false);
    closeSync(readOnly);
  });

  it('does not wait for ever in a pipe that is full', () => {
    const path = join(temp.folder(), 'pipe');
    execFileSync('mkfifo', [path]);
    const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const descriptor = closedOnExec(openSync(path, 'w'));
    const filling = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    expect(() => {
      for (;;) writeSync(filling, Buffer.alloc(4096));
    }).toThrow(/EAGAIN/);
    expect(writeVerdict(descriptor, VERDICT)).toBe(false);
    for (const open of [filling, descriptor, reading]) closeSync(open);
  });

  it.skipIf(process.platform !== 'linux')('SEC-31 goes to a descriptor that no child inherits', () => {
    const path = temp.write(join(temp.folder(), 'verdict'), '');
    const given = openSync(path, 'r+');
    const own = closedOnExec(given);
    const flags =
      /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${String(own)}`, 'utf8'))?.[1] ?? '';
    const [accessMode, closeOnExec] = [0o3, 0o2000000];
    expect(Number.parseInt(flags, 8) & (accessMode | closeOnExec)).toBe(constants.O_WRONLY | closeOnExec);
    expect(own === given || !existsSync(`/proc/self/fd/${String(given)}`)).toBe(true);
    closeSync(own);
  });

  it('never writes what is no verdict', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    const broken = { ...VERDICT, outcome: 'allowed' } as unknown as Verdict;
    expect(() => writeVerdict(descriptor, broken)).toThrow();
    closeSync(descriptor);
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('never writes what a pipe does not hold', () => {
    const path = join(temp.folder(), 'verdict');
    const descriptor = openSync(path, 'w');
    const short = JSON.stringify({ ...VERDICT, consumerParams: { long: '' } }).length;
    const long = (bytes: number): Verdict => ({
      ...refusal('denied', 'x'.repeat(17), 'a', new Date(0)),
      consumerParams: { long: 'y'.repeat(bytes - short) },
    });
    expect(writeVerdict(descriptor, long(LONGEST_VERDICT_BYTES - 100))).toBe(true);
    const size = readFileSync(path).length;
    expect(size).toBeGreaterThan(LONGEST_VERDICT_BYTES - 300);
    expect(() => writeVerdict(descriptor, long(LONGEST_VERDICT_BYTES + 100))).toThrow(/longer than/);
    closeSync(descriptor);
    expect(readFileSync(path).length).toBe(size);
  });
});
