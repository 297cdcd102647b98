import { COMMAND_FAULTS, EXIT_CODES, type CommandFault } from '../../shared/outcomes/outcomes.ts';
import { refusal, type Verdict } from '../../shared/outcomes/verdict.ts';
import { writeVerdict } from './write-verdict.ts';

/** Outcomes of a refusal that does not come from the login machine. */
export type Refused =
  | 'usage'
  | 'misconfigured'
  | 'unreachable'
  | 'cancelled'
  | 'protocol'
  | 'not-now';

export type VerdictExitOptions = Readonly<{
  /** For the verdict's line; null if only the exit code reports the verdict. */
  descriptor: number | null;
  username: string | null;
  print: (message: string) => void;
  exit: (code: number) => void;
}>;

/** Messages without the command's name, which only the launcher knows. */
const COMMAND_MESSAGES: Readonly<Record<CommandFault, string>> = {
  'not-found': 'the command was not found',
  'not-executable':
    'the command cannot be executed: it is a folder, is not executable, or its interpreter is missing',
};

type AddTicket = (verdict: Verdict) => Verdict;

/** Puts a verdict on record. Returns the verdict that counts. */
type Audit = (verdict: Verdict) => Verdict;

/** Ends the login with a verdict. Only the first call has an effect. */
export type VerdictExit = Readonly<{
  /** Writes the verdict and exits with its code, after waiting for a ticket. */
  decide: (verdict: Verdict) => void;
  /** @param message printed before the verdict; left out, nothing is printed */
  refuse: (outcome: Refused, reason: string, message?: string) => void;
  refuseCommand: (fault: CommandFault) => void;
  cancel: () => void;
  isOver: () => boolean;
  /**
   * Sets the function that adds a ticket. Its promise never rejects. Only an allowing verdict waits
   * for it.
   */
  setTicket: (add: AddTicket | Promise<AddTicket>) => void;
  /** Sets the function that gets each verdict before it is written. */
  setAudit: (put: Audit) => void;
}>;

/** If the verdict cannot be written completely, exits as `internal`, a refusal. */
export function verdictExit({
  descriptor,
  username,
  print,
  exit,
}: VerdictExitOptions): VerdictExit {
  let isOver = false;
  let ticket: AddTicket | Promise<AddTicket> = (verdict) => verdict;
  let audit: Audit = (verdict) => verdict;
  /** Verdict that waits for its ticket. */
  let waiting: Verdict | null = null;
  const end = (verdict: Verdict): void => {
    const isWritten = descriptor === null || writeVerdict(descriptor, verdict);
    if (!isWritten) print('the verdict could not be written');
    exit(isWritten ? verdict.exitCode : EXIT_CODES.internal);
  };
  const decide: VerdictExit['decide'] = (verdict) => {
    if (isOver) return;
    const letsIn = verdict.exitCode === 0;
    if (letsIn && ticket instanceof Promise) {
      waiting ??= verdict;
      return;
    }
    isOver = true;
    try {
      end(audit(letsIn && typeof ticket === 'function' ? ticket(verdict) : verdict));
    } catch (error) {
      print(
        `the verdict could not be made: ${error instanceof Error ? error.message : 'unknown fault'}`,
      );
      exit(EXIT_CODES.internal);
    }
  };
  const refuse: VerdictExit['refuse'] = (outcome, reason, message = '') => {
    if (isOver) return;
    if (message !== '') print(message);
    decide(refusal(outcome, reason, username, new Date()));
  };
  return {
    decide,
    refuse,
    refuseCommand: (fault) => {
      if (isOver) return;
      print(COMMAND_MESSAGES[fault]);
      decide({
        ...refusal('usage', `command-${fault}`, username, new Date()),
        exitCode: COMMAND_FAULTS[fault],
      });
    },
    cancel: () => {
      refuse('cancelled', 'cancelled');
    },
    isOver: () => isOver,
    setAudit: (put) => {
      audit = put;
    },
    setTicket: (add) => {
      ticket = add;
      if (typeof add === 'function') return;
      void add.then((addTicket) => {
        ticket = addTicket;
        if (waiting !== null) decide(waiting);
      });
    },
  };
}
