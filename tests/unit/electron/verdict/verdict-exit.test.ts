import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictExit, type VerdictExit } from '../../../../electron/verdict/verdict-exit.ts';
import { refusal, verdictSchema, type Verdict } from '../../../../shared/outcomes/verdict.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();
const DENIED = refusal('denied', 'denied-by-person', 'alice', new Date(0));
const ALLOWED: Verdict = { ...DENIED, outcome: 'confirmed', reason: null, exitCode: 0 };

function ended(act: (exit: VerdictExit) => void, { isClosed = false } = {}) {
  const path = join(temp.folder(), 'verdict');
  const descriptor = openSync(path, 'w');
  if (isClosed) closeSync(descriptor);
  const codes: number[] = [];
  const printed: string[] = [];
  const exit = verdictExit({
    descriptor,
    username: 'alice',
    print: (message) => printed.push(message),
    exit: (code) => codes.push(code),
  });
  act(exit);
  if (!isClosed) closeSync(descriptor);
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return {
    codes,
    printed,
    verdicts: lines.map((line) => verdictSchema.parse(JSON.parse(line))),
    exit,
  };
}

describe('the end of a login', () => {
  it('ends the login by the first verdict that is told, once', () => {
    const { codes, verdicts, exit } = ended(({ decide, cancel, refuse }) => {
      decide(DENIED);
      cancel();
      decide(ALLOWED);
      refuse('usage', 'usage');
    });
    expect(codes).toEqual([77]);
    expect(verdicts).toEqual([DENIED]);
    expect(exit.isOver()).toBe(true);
  });

  it('refuses for now, with an exit code of its own, at the limit of --timeout', () => {
    const { codes, verdicts } = ended(({ refuse }) => {
      refuse('not-now', 'timed-out', 'the login took too long');
    });
    expect(codes).toEqual([75]);
    expect(verdicts).toMatchObject([{ outcome: 'not-now', reason: 'timed-out', exitCode: 75 }]);
  });

  it('gives a ticket only if access is allowed', () => {
    const withTicket = (act: (exit: VerdictExit) => void) =>
      ended((exit) => {
        exit.setTicket((verdict) => ({ ...verdict, ticket: 'a.b.c' }));
        act(exit);
      });
    expect(
      withTicket(({ decide }) => {
        decide(ALLOWED);
      }).verdicts,
    ).toEqual([{ ...ALLOWED, ticket: 'a.b.c' }]);
    expect(
      withTicket(({ decide }) => {
        decide(DENIED);
      }).verdicts,
    ).toEqual([DENIED]);
  });

  it('allows without a ticket as it was decided', () => {
    const { codes, verdicts } = ended(({ decide }) => {
      decide(ALLOWED);
    });
    expect({ codes, verdicts }).toEqual({ codes: [0], verdicts: [ALLOWED] });
  });

  it('allows without a descriptor by the exit code alone', () => {
    const own: number[] = [];
    const print = (): void => undefined;
    verdictExit({ descriptor: null, username: null, print, exit: (code) => own.push(code) }).decide(
      ALLOWED,
    );
    expect(own).toEqual([0]);
  });

  it('prints the message of a refusal, and no more once the login is over', () => {
    const { codes, printed, verdicts } = ended(({ refuse, refuseCommand }) => {
      refuse('misconfigured', 'no-config', 'there is no configuration');
      refuse('usage', 'usage', 'a second message');
      refuseCommand('not-found');
    });
    expect({ codes, printed }).toEqual({ codes: [78], printed: ['there is no configuration'] });
    expect(verdicts).toMatchObject([{ outcome: 'misconfigured', reason: 'no-config' }]);
  });

  it('puts each verdict on record once, with its ticket, before it is written (SEC-117)', () => {
    const recorded: Verdict[] = [];
    const { codes, verdicts } = ended((exit) => {
      exit.setTicket((verdict) => ({ ...verdict, ticket: 'a.b.c' }));
      exit.setAudit((verdict) => {
        recorded.push(verdict);
        return { ...DENIED, outcome: 'misconfigured', reason: 'audit', exitCode: 78 };
      });
      exit.decide(ALLOWED);
      exit.cancel();
    });
    expect(recorded).toEqual([{ ...ALLOWED, ticket: 'a.b.c' }]);
    expect(codes).toEqual([78]);
    expect(verdicts).toMatchObject([{ outcome: 'misconfigured', reason: 'audit', ticket: null }]);
  });

  it.each([
    ['a refusal', (exit: VerdictExit) => exit.refuse('usage', 'usage'), 'usage'],
    ['a command that is missing', (exit: VerdictExit) => exit.refuseCommand('not-found'), 'usage'],
    ['a signal', (exit: VerdictExit) => exit.cancel(), 'cancelled'],
  ])('puts %s on record', (_what, act, outcome) => {
    const recorded: string[] = [];
    ended((exit) => {
      exit.setAudit((verdict) => {
        recorded.push(verdict.outcome);
        return verdict;
      });
      act(exit);
    });
    expect(recorded).toEqual([outcome]);
  });

  it('lets nobody in if the verdict cannot be put on record because of a fault (SEC-117)', () => {
    const { codes, verdicts, printed } = ended((exit) => {
      exit.setAudit(() => {
        throw new Error('the fault');
      });
      exit.decide(ALLOWED);
    });
    expect({ codes, verdicts }).toEqual({ codes: [70], verdicts: [] });
    expect(printed).toEqual(['the verdict could not be made: the fault']);
  });

  it('waits for the ticket, once, only if access is allowed', async () => {
    const waiting = async (
      act: (exit: VerdictExit) => void,
      later: typeof act = () => undefined,
    ) => {
      const path = join(temp.folder(), 'verdict');
      const codes: number[] = [];
      const exit = verdictExit({
        descriptor: openSync(path, 'w'),
        username: 'alice',
        print: () => undefined,
        exit: (code) => codes.push(code),
      });
      let make = (): void => undefined;
      exit.setTicket(
        new Promise((resolve) => {
          make = () => {
            resolve((verdict) => ({ ...verdict, ticket: 'a.b.c' }));
          };
        }),
      );
      act(exit);
      const before = [...codes];
      make();
      await new Promise(setImmediate);
      later(exit);
      return { before, codes, lines: readFileSync(path, 'utf8').split('\n').slice(0, -1) };
    };
    const allowed = await waiting(({ decide }) => {
      decide(ALLOWED);
      decide(ALLOWED);
    });
    expect(allowed).toMatchObject({ before: [], codes: [0] });
    expect(allowed.lines.map((line) => JSON.parse(line) as Verdict)).toEqual([
      { ...ALLOWED, ticket: 'a.b.c' },
    ]);
    const late = await waiting(
      () => undefined,
      ({ decide }) => {
        decide(ALLOWED);
      },
    );
    expect(late).toMatchObject({ codes: [0], lines: [expect.stringContaining('a.b.c')] });
    const cancelled = await waiting(({ decide, cancel }) => {
      decide(ALLOWED);
      cancel();
    });
    expect(cancelled).toMatchObject({ before: [130], codes: [130] });
    expect(cancelled.lines).toHaveLength(1);
  });

  it('refuses access if the verdict cannot be written or the ticket cannot be made', () => {
    const unwritten = ended(
      ({ decide }) => {
        decide(ALLOWED);
      },
      { isClosed: true },
    );
    expect(unwritten).toMatchObject({
      codes: [70],
      printed: [expect.stringContaining('not be written')],
    });
    const broken = ended((exit) => {
      exit.setTicket(() => {
        throw new Error('no key');
      });
      exit.decide(ALLOWED);
    });
    expect(broken).toMatchObject({
      codes: [70],
      verdicts: [],
      printed: [expect.stringContaining('no key')],
    });
    const long = { ...ALLOWED, consumerParams: { long: 'x'.repeat(70_000) } };
    expect(
      ended(({ decide }) => {
        decide(long);
      }),
    ).toMatchObject({ codes: [70], verdicts: [] });
  });

  it.each([
    ['not-found', 127, /the command was not found$/],
    ['not-executable', 126, /a folder, is not executable, or its interpreter is missing$/],
  ] as const)(
    'ends with its own exit code at a command that is %s, and prints the cause',
    (fault, code, words) => {
      const { codes, verdicts, printed } = ended(({ refuseCommand }) => {
        refuseCommand(fault);
      });
      expect(codes).toEqual([code]);
      expect(verdicts).toMatchObject([
        { outcome: 'usage', reason: `command-${fault}`, exitCode: code },
      ]);
      expect(printed).toEqual([expect.stringMatching(words)]);
    },
  );

  it('ends as cancelled by the person or a signal', () => {
    expect(
      ended(({ cancel }) => {
        cancel();
      }),
    ).toMatchObject({
      codes: [130],
      printed: [],
      verdicts: [{ outcome: 'cancelled', reason: 'cancelled', username: 'alice' }],
    });
  });
});
