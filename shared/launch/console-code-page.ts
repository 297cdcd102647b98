/** The switch precedes Electron's own `--`; Chromium ignores it. */
const SWITCH = '--gatehouse-console=';
const FORM = /^codepage:(\d{1,5})$/;

/**
 * Output code page (Microsoft, "Code Page Identifiers") of the Windows console that shows standard error
 * (launcher/README.md). Null without a valid switch.
 */
export function consoleCodePage(argv: readonly string[]): number | null {
  const end = argv.indexOf('--');
  const given = argv
    .slice(0, end === -1 ? argv.length : end)
    .filter((word) => word.startsWith(SWITCH));
  const [, codePage] = FORM.exec(given[0]?.slice(SWITCH.length) ?? '') ?? [];
  return given.length === 1 && codePage !== undefined ? Number(codePage) : null;
}
