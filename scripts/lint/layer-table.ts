/**
 * What each folder holds, and which folder may import which. `layers.ts` is the lint rule that
 * enforces these tables, `tests/unit/layer-table.test.ts` compares them with the folders that there
 * are and with the imports that they make, and docs/architecture.md shows them as a tree.
 */

/**
 * The top folders, in the order in which a newcomer meets them, and the folders of the launcher,
 * which is in C.
 */
export const FOLDERS = {
  launcher:
    'The program that people start as `gatehouse`, in C. It runs Electron for the login, and then becomes the command.',
  'launcher/common': 'Options, the check of the verdict and other parts that need no system.',
  'launcher/posix': 'The launcher for Linux and macOS.',
  'launcher/windows': 'The launcher for Windows.',
  'launcher/windows-common': 'The base of a program for Windows without a C runtime.',
  'launcher/windows-system': 'A program that answers questions about Windows for the main process.',
  'launcher/windows-setup': 'A program that the installers for Windows run.',
  electron: 'The main process, which owns the login.',
  shared:
    'Pure TypeScript for the main process and the page: the rules of a login, and everything that is said about it.',
  renderer:
    'The page in the window, in React. It shows what the main process sends, and sends back what the person does.',
  emulator:
    'The emulated service, for tests, for `npm start` and for people who write a client of their own.',
  tests: 'The test suites.',
  scripts: 'The programs behind the npm scripts.',
  packaging:
    'Makes the packages and installers, with the icon, the policies for fleets and the JSON schemas.',
  lab: 'Electron, a user and a display for machines that lack them.',
  examples: 'Code for integrators to copy.',
  docs: 'These pages, and the decisions behind them.',
} as const;

/** What one folder of the program holds, and what it may import from the same top folder. */
type Layer<Path extends string> = Readonly<{
  /** A sentence: a newcomer decides by it where new code belongs. */
  holds: string;
  /**
   * The folders that it may import, or all but these. Its own files are always allowed, and
   * `shared/result.ts`.
   */
  mayImport: readonly Path[] | Readonly<{ allBut: readonly Path[] }>;
}>;

/** Makes the compiler refuse a folder in `mayImport` that has no row. */
function table<Path extends string>(
  layers: Readonly<Record<Path, Layer<NoInfer<Path>>>>,
): Readonly<Record<Path, Layer<Path>>> {
  return layers;
}

/**
 * The folders of the program, each with the folders of its own top folder that it may import. The
 * longest path that contains a file counts. `TOP_LAYERS` says what a top folder may import from
 * another one.
 */
export const LAYERS = table({
  'shared/service': {
    holds: 'The answers, events and failures of the service. It decides nothing about a login.',
    mayImport: [],
  },
  'shared/outcomes': {
    holds:
      'The outcomes and error codes of a login, the reaction to each failure, and the verdict. ' +
      'It decides whether the service counts as unreachable.',
    mayImport: ['shared/service'],
  },
  'shared/login/input': {
    holds: 'Rules for typed usernames and codes.',
    mayImport: [],
  },
  'shared/login/machine': {
    holds:
      'The login as a state machine: states, events, transitions and effects, but no timer and no network.',
    mayImport: ['shared/login/input', 'shared/outcomes', 'shared/service'],
  },
  'shared/login/view': {
    holds: 'Makes of a state the screen that a frontend shows.',
    mayImport: [
      'shared/login/input',
      'shared/login/machine',
      'shared/outcomes',
      'shared/security',
      'shared/service',
    ],
  },
  'shared/login/narration': {
    holds: 'Finds the changes between two screens that a person must hear or read.',
    mayImport: ['shared/login/input', 'shared/login/view', 'shared/service'],
  },
  'shared/security': {
    holds: 'The rule for addresses that may be opened.',
    mayImport: [],
  },
  'shared/command-line': {
    holds: 'The options and commands, their parser, and the text of --help.',
    mayImport: ['shared/service'],
  },
  'shared/launch': {
    holds: 'The arguments that a launcher adds for Electron, and those that it refuses.',
    mayImport: ['shared/command-line'],
  },
  'shared/colour': {
    holds: 'The colours of an organisation, with their contrast.',
    mayImport: [],
  },
  'shared/config': {
    holds:
      'The schema and the defaults of the configuration, and the report of `gatehouse config`.',
    mayImport: ['shared/doctor'],
  },
  'shared/doctor': {
    holds: 'The checks, diagnoses and report of `gatehouse doctor`.',
    mayImport: [],
  },
  'shared/ipc': {
    holds: 'The calls between the page of the window and the main process.',
    mayImport: ['shared/colour', 'shared/doctor', 'shared/login/view', 'shared/service'],
  },
  'shared/strings': {
    holds: 'The sentences of all frontends, in every language.',
    mayImport: [
      'shared/doctor',
      'shared/ipc',
      'shared/login/input',
      'shared/login/view',
      'shared/outcomes',
      'shared/service',
    ],
  },

  'electron/commands': {
    holds: 'The five commands, in one module each. They get their host from the entry.',
    mayImport: { allBut: ['electron/node-api'] },
  },
  'electron/composition': {
    holds: 'Puts a login together from its parts. It is the one place where a login starts.',
    mayImport: { allBut: ['electron/commands', 'electron/node-api'] },
  },
  'electron/host': {
    holds:
      'What a command runs on, as one interface: the folder electron-api implements it with Electron, node-api with Node alone.',
    mayImport: [
      'electron/certificates',
      'electron/files',
      'electron/network',
      'electron/os',
      'electron/secrets',
    ],
  },
  'electron/electron-api': {
    holds: 'Adapters on the module electron. Only they, main.ts and preload.ts import it.',
    mayImport: [
      'electron/certificates',
      'electron/files',
      'electron/host',
      'electron/hosted-page',
      'electron/ipc',
      'electron/look',
      'electron/network',
      'electron/os',
      'electron/process',
      'electron/promises',
      'electron/secrets',
    ],
  },
  'electron/node-api': {
    holds: 'Adapters on Node alone, for a program without Chromium.',
    mayImport: [
      'electron/certificates',
      'electron/files',
      'electron/host',
      'electron/network',
      'electron/os',
      'electron/secrets',
    ],
  },
  'electron/process': {
    holds: 'The rules of this process: its environment, the start of its command, and its end.',
    mayImport: ['electron/os'],
  },
  'electron/frontends': {
    holds:
      'The window, the terminal and the headless frontend. None of the three may import another.',
    mayImport: [
      'electron/files',
      'electron/ipc',
      'electron/login',
      'electron/network',
      'electron/os',
    ],
  },
  'electron/verdict': {
    holds:
      'The ticket, the key that signs it, and the one exit of a login, which writes the verdict.',
    mayImport: ['electron/files', 'electron/secrets'],
  },
  'electron/login': {
    holds: 'The controller, which performs the effects of the login machine, and the preferences.',
    mayImport: [
      'electron/event-channel',
      'electron/files',
      'electron/hosted-page',
      'electron/log',
      'electron/network',
      'electron/os',
      'electron/service',
    ],
  },
  'electron/doctor': {
    holds: 'The checks of `gatehouse doctor`, from the configuration to the service.',
    mayImport: [
      'electron/certificates',
      'electron/config',
      'electron/event-channel',
      'electron/files',
      'electron/log',
      'electron/network',
      'electron/os',
      'electron/promises',
      'electron/secrets',
      'electron/service',
    ],
  },
  'electron/service': {
    holds: 'Signed calls of the service, and the signers.',
    mayImport: ['electron/files', 'electron/network', 'electron/os', 'electron/secrets'],
  },
  'electron/event-channel': {
    holds:
      'The connection over which the service tells of a confirmation, with both its transports.',
    mayImport: ['electron/network', 'electron/os'],
  },
  'electron/hosted-page': {
    holds: 'The page of the service for a prompt-capable application, and the way back from it.',
    mayImport: ['electron/network'],
  },
  'electron/network': {
    holds:
      'The ports for HTTP and WebSocket, proxies, the meaning of network errors, and redaction.',
    mayImport: ['electron/os', 'electron/promises'],
  },
  'electron/certificates': {
    holds:
      'The rule for certificates: which requests may begin and which answers count, with our own check for `service.caFile`.',
    mayImport: ['electron/network'],
  },
  'electron/config': {
    holds: 'Finds, checks and merges the files of the configuration.',
    mayImport: ['electron/certificates', 'electron/files', 'electron/look', 'electron/os'],
  },
  'electron/secrets': {
    holds: 'The key store of the system, and the file of the secret key.',
    mayImport: ['electron/files', 'electron/os', 'electron/promises'],
  },
  'electron/look': {
    holds: 'The theme, brand and language that one start leaves for the first picture of the next.',
    mayImport: ['electron/files'],
  },
  'electron/ipc': {
    holds: 'Registers the calls of the page, and checks who makes them and with what.',
    mayImport: ['electron/log'],
  },
  'electron/os': {
    holds: 'The operating system: its facts, its programs and its clock.',
    mayImport: ['electron/files', 'electron/promises'],
  },
  'electron/files': {
    holds: 'Opens, reads and removes files with care for other accounts, and names their faults.',
    mayImport: [],
  },
  'electron/promises': {
    holds: 'Ways to wait: a deferred promise, a time limit.',
    mayImport: [],
  },
  'electron/log': {
    holds: 'The log file.',
    mayImport: ['electron/files'],
  },

  'renderer/view': {
    holds: 'Pure rules of the page: when a screen is a new one, and how changes are announced.',
    mayImport: [],
  },
  'renderer/bridge': {
    holds: 'The object `window.gatehouse`, and the acts of the person that are sent through it.',
    mayImport: [],
  },
  'renderer/store': {
    holds:
      'The copy of the view, its connection to the main process, announcements and countdowns.',
    mayImport: ['renderer/bridge', 'renderer/view'],
  },
  'renderer/components': {
    holds: 'Parts that several screens use.',
    mayImport: ['renderer/bridge', 'renderer/store', 'renderer/view'],
  },
  'renderer/screens': {
    holds: 'The screens, in one file each.',
    mayImport: ['renderer/bridge', 'renderer/components', 'renderer/store'],
  },
  'renderer/app': {
    holds: 'Chooses the screen, and handles focus and Escape.',
    mayImport: { allBut: [] },
  },
  'renderer/styles': {
    holds: 'The tokens of the design, and plain CSS.',
    mayImport: [],
  },
});

/**
 * Which files, by their path in the repository, and which packages the files of a top folder may
 * import.
 */
type TopLayer = Readonly<{ from: RegExp; files: RegExp; packages: RegExp }>;

/**
 * The first row whose `from` fits a file counts. A file without a row, as in tests/, may import
 * everything.
 */
export const TOP_LAYERS: readonly TopLayer[] = [
  // Runs in every process, so it has neither Node nor a page.
  { from: /^shared\//, files: /^shared\//, packages: /^(zod\/mini|intl-messageformat)$/ },
  // A page without Node. The rule `gatehouse/mirror` also takes the network and storage from it.
  {
    from: /^renderer\//,
    files: /^(renderer|shared)\//,
    packages: /^(react|react\/jsx-runtime|react-dom(\/client)?|zustand(\/\w+)*|uqr)$/,
  },
  {
    from: /^electron\//,
    files: /^(electron|shared)\//,
    packages:
      /^(electron|node:.+|zod\/mini|socket\.io-client|engine\.io-client|uqr|plist|@formatjs\/icu-messageformat-parser)$/,
  },
  {
    from: /^emulator\/.*\.test\.ts$/,
    files: /^(emulator|tests\/support)\/|^shared\/result\.ts$/,
    packages: /^/,
  },
  // A service of its own: code shared with the program would share its mistakes.
  {
    from: /^emulator\//,
    files: /^emulator\/(?!.*\.test\.ts$)|^shared\/result\.ts$/,
    packages: /^(node:.+|zod(\/mini)?|socket\.io|ws|otpauth|uqr)$/,
  },
  // For integrators to copy: one file knows that it lies in this repository.
  {
    from: /^examples\/playwright\/program\.ts$/,
    files: /^examples\/playwright\/|^lab\/electron-runtime\.ts$/,
    packages: /^/,
  },
  { from: /^examples\//, files: /^examples\//, packages: /^/ },
  // From here on the tools, which may import any package.
  { from: /^packaging\//, files: /^(packaging|shared|scripts\/lib)\//, packages: /^/ },
  // Set-up builds the product, and the launcher of a checkout with the compiler of the packages'
  // launchers.
  {
    from: /^lab\//,
    files:
      /^(lab|scripts\/lib|packaging\/native)\/|^scripts\/build\/build-product\.ts$|^package\.json$/,
    packages: /^/,
  },
  { from: /^scripts\/lib\//, files: /^(scripts\/lib|shared)\//, packages: /^/ },
  { from: /^scripts\/lint\//, files: /^scripts\/lint\//, packages: /^/ },
  { from: /^scripts\/build\//, files: /^(scripts\/(build|lib)|shared)\//, packages: /^/ },
  {
    from: /^scripts\/docs\//,
    files: /^(scripts\/(build|docs|lib|lint)|shared)\/|^(package\.json|\.oxfmtrc\.json)$/,
    packages: /^/,
  },
  // A message must fit into the columns that the terminal counts.
  {
    from: /^scripts\/messages\//,
    files: /^(scripts|shared)\/|^electron\/frontends\/terminal\/column-width\.ts$/,
    packages: /^/,
  },
  // It measures logins at the emulated service, in the test runs' Electron (lab/), and imports no
  // test.
  {
    from: /^scripts\/bench\//,
    files: /^(scripts|packaging|lab|shared|emulator)\//,
    packages: /^/,
  },
  // The one script that imports tests: it takes the end-to-end tests' own steps on the desktop of a
  // person, so that what they send to us is what the tests would have found there.
  {
    from: /^scripts\/smoke\//,
    files: /^(scripts|packaging|lab|shared|emulator|tests\/(e2e|packaged))\/|^package\.json$/,
    packages: /^/,
  },
  {
    from: /^scripts\//,
    files: /^(scripts|packaging|lab|shared)\/|^vitest\.config\.ts$/,
    packages: /^/,
  },
];

/** Where the electron module may be imported. */
export const ELECTRON_HOMES = /^electron\/(electron-api\/|preload\.ts$|main\.ts$)/;
