import { METHODS } from '../service/methods.ts';

/** What `--help` prints. A fault of the command line is one line, which points here. */
export const USAGE = `Usage: gatehouse [options] -- command [arguments]
       gatehouse check [options]
       gatehouse [options]
       gatehouse keys status [--json]
       gatehouse doctor [--json]

With a command: lets the person log in, then becomes the command. If the login
fails, the command never starts. "check" logs in once, and its exit code says
whether the person may go on. With neither, the login window opens, to look at.
"keys status" prints the public key that verifies tickets. "doctor" says what is
wrong between this computer and the service.

Options of all:
  --config FILE       take the configuration from FILE
  --log-file FILE     append what happened to FILE (no secrets)
  --help              this text
  --version           the version

Options of every login:
  --user NAME         the username to begin with
  --user-email EMAIL  the e-mail address of that person, for the service
  --user-phone PHONE  the telephone number of that person, for the service
  --user-ip IP        the public IP address of that person, for the service
                      (all three: only where "login.details" is "caller")

Options of the gate and check:
  --method METHOD     begin with this method (in the window: once Continue is
                      pressed):
                      ${METHODS.join(', ')}
  --timeout SECONDS   end the login after so long (1 to 86400)
  --no-ui             on the terminal instead of in a window; without a terminal
                      give --user and --method
  --plain             on the terminal: one line after another, the QR code as
                      text, nothing drawn or moved (for screen readers)
  --nonce VALUE       bind the ticket to VALUE
  --status-fd N       write the verdict as JSON to the open descriptor N (1 to 9)
  --status-file FILE  write the verdict as JSON to FILE

Options of the gate:
  --result WHERE      where the command finds the result as one line of JSON:
                      fd:N (3 to 9; 3 where it is free), stdin (before what
                      was there), none. GATEHOUSE_RESULT_FD tells the command

Options of check:
  --passcode-stdin    with --no-ui: codes come as lines on standard input

Options of check, keys and doctor:
  --json              print as JSON on standard output: the verdict, with a
                      ticket when the person may go on; the key; the report

Exit codes: the command's own once it runs (126 not executable, 127 not found);
0 allowed (check), 64 usage, 69 unreachable, 70 internal, 75 not now,
76 protocol, 77 denied, 78 misconfigured, 130 cancelled.
`;
