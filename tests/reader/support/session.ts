import { chownSync, existsSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDisplay, type Display } from '../../../lab/display.ts';
import {
  asSandboxUser,
  makeSandboxFolder,
  requireElectron,
  runToEnd,
} from '../../../lab/electron-runtime.ts';
import { eventually } from '../../support/eventually.ts';
import { ORCA_IS_ON, wordsOf, type HeardLanguage, type Words } from './languages.ts';
import { createProcesses, type Processes, type Started } from './processes.ts';

/** A desktop of its own, without sound, on which Orca is at work. */
export type ReaderSession = Readonly<{
  processes: Processes;
  /** The expected words of Gatehouse, in Orca's language. */
  words: Words;
  /** Orca's process id. */
  orcaPid: number;
  /** All that Orca has written to its debug file. */
  log: () => string;
  /** Ends all processes of the session, including indirectly started ones. */
  end: () => Promise<void>;
}>;

const START_MS = 60_000;

/** Silent speech: Orca waits for ever for a speech server that finds no sound. */
const NO_SOUND = 'pcm.!default { type null }\nctl.!default { type null }\n';
const SPEECH_SERVER =
  'LogLevel 1\nAudioOutputMethod "alsa"\nAddModule "dummy" "sd_dummy" ""\nDefaultModule dummy\n';

/**
 * Orca writes its debug file by blocks: the last sentence would be read when the next ones come.
 * And it does not read pages aloud by itself when they have loaded (one of its preferences): on a
 * busy machine that now and then never ends where there is no sound, and in it typed digits are
 * Orca's own commands.
 */
const CUSTOMIZATIONS = `from orca import debug, settings

settings.sayAllOnLoad = False
if debug.debugFile:
    debug.debugFile.reconfigure(line_buffering=True)
`;

/** The properties that make programs on this bus speak to a reader. */
const READER_STATUS = ['IsEnabled', 'ScreenReaderEnabled'] as const;

/**
 * Starts the desktop and Orca, and waits until Orca has said that it is there.
 *
 * @throws Error with the missing part's name, after all processes have ended
 */
export async function startReaderSession(language: HeardLanguage): Promise<ReaderSession> {
  // The address of the accessibility bus stays on a display, and a stale one hangs Orca: a display
  // of our own.
  const display = await openDisplay(requireElectron(), { preferVirtual: true });
  const folder = makeSandboxFolder('reader-');
  const places = makePlaces(folder);
  const processes = createProcesses(folder, environment(display, places, language));
  const log = growingFile(places.log);
  const end = async (): Promise<void> => {
    try {
      await processes.end();
    } finally {
      display.end();
    }
  };
  try {
    const orca = await startAll(processes, places, ORCA_IS_ON[language], log);
    return { processes, words: wordsOf(language), orcaPid: orca.child.pid ?? 0, log, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * The text of a file that only grows; each call reads the new part. Incomplete characters wait for
 * their rest.
 */
function growingFile(path: string): () => string {
  const decoder = new TextDecoder();
  const chunk = Buffer.alloc(1 << 16);
  let file: number | undefined;
  let text = '';
  return () => {
    if (file === undefined && existsSync(path)) file = openSync(path, 'r');
    if (file === undefined) return text;
    for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) {
      text += decoder.decode(chunk.subarray(0, got), { stream: true });
    }
    return text;
  };
}

type Places = Readonly<{
  home: string;
  run: string;
  bus: string;
  /** Not the server's own choice, a folder deeper: the address of a socket has 107 bytes (unix(7)). */
  speech: string;
  log: string;
}>;

function makePlaces(folder: string): Places {
  const { sandboxUser } = requireElectron();
  const own = (path: string): void => {
    if (sandboxUser !== null) chownSync(path, sandboxUser.uid, sandboxUser.gid);
  };
  const make = (path: string): void => {
    if (existsSync(path)) return;
    make(dirname(path));
    mkdirSync(path, { mode: 0o700 });
    own(path);
  };
  const write = (path: string, text: string): void => {
    make(dirname(path));
    writeFileSync(path, text);
    own(path);
  };
  const [home, run] = [join(folder, 'home'), join(folder, 'run')];
  write(join(home, '.asoundrc'), NO_SOUND);
  write(join(home, '.config/speech-dispatcher/speechd.conf'), SPEECH_SERVER);
  write(join(home, '.local/share/orca/orca-customizations.py'), CUSTOMIZATIONS);
  make(run);
  return {
    home,
    run,
    bus: join(run, 'bus'),
    speech: join(run, 'speech'),
    log: join(folder, 'orca.log'),
  };
}

function environment(
  display: Display,
  { home, run, bus, speech }: Places,
  language: HeardLanguage,
): Record<string, string> {
  return {
    ...display.env,
    HOME: home,
    XDG_RUNTIME_DIR: run,
    // As root the wrapper sets both (lab/runtime.ts).
    GATEHOUSE_RUNNER_HOME: home,
    GATEHOUSE_RUNNER_RUNTIME_DIR: run,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
    SPEECHD_ADDRESS: `unix_socket:${speech}`,
    ACCESSIBILITY_ENABLED: '1',
    GSETTINGS_BACKEND: 'memory',
    GIO_USE_VFS: 'local',
    LC_ALL: 'C.UTF-8',
    // Counts for messages alone: no locale of the language has to be installed.
    LANGUAGE: language,
  };
}

async function startAll(
  processes: Processes,
  places: Places,
  isOn: string,
  log: () => string,
): Promise<Started> {
  processes.start([
    'dbus-daemon',
    '--session',
    '--nofork',
    '--nopidfile',
    `--address=unix:path=${places.bus}`,
  ]);
  await eventually('the session bus', () => existsSync(places.bus), START_MS);
  processes.start(['/usr/libexec/at-spi-bus-launcher', '--launch-immediately']);
  for (const property of READER_STATUS) {
    await eventually(
      `the accessibility bus: ${property}`,
      () => setStatus(property, processes),
      START_MS,
    );
  }
  const socket = ['--communication-method', 'unix_socket', '--socket-path', places.speech];
  processes.start(['speech-dispatcher', '--run-single', '--timeout', '0', ...socket]);
  await eventually('the speech server', () => existsSync(places.speech), START_MS);
  const orca = processes.start(['orca', `--debug-file=${places.log}`]);
  await eventually(
    `Orca to say "${isOn}"`,
    () => {
      if (orca.child.exitCode !== null) throw new Error(`Orca ended: ${orca.output()}`);
      return log().includes(`SPEECH OUTPUT: '${isOn}`);
    },
    START_MS,
  );
  return orca;
}

async function setStatus(property: string, { env }: Processes): Promise<boolean> {
  const call = [
    'gdbus',
    'call',
    '--session',
    '--dest',
    'org.a11y.Bus',
    '--object-path',
    '/org/a11y/bus',
  ];
  const set = [
    '--method',
    'org.freedesktop.DBus.Properties.Set',
    'org.a11y.Status',
    property,
    '<true>',
  ];
  return (await runToEnd(asSandboxUser([...call, ...set]), { env })).code === 0;
}
