import type { EffectiveConfig, Validation } from '../../shared/config/config-report.ts';
import { configStrings as words } from '../../shared/strings/config-strings.ts';
import { formatConfigError } from '../config/config-error.ts';
import { printable } from './report-lines.ts';

export function validationLines({ files, faults, warnings }: Validation): readonly string[] {
  const warned = warnings.map(({ code, file, evidence, message }) =>
    [file, words.warning, `${message} (${evidence}) [${code}]`]
      .filter((part) => part !== '')
      .join(': '),
  );
  const end = faults.length > 0 ? words.faults(faults.length) : words.valid(files, warnings.length);
  return [...faults.map(formatConfigError), ...[...warned, end].map(printable)];
}

export function effectiveLines(effective: EffectiveConfig): readonly string[] {
  const { files, values, ignored, unread, faults } = effective;
  if (faults.length > 0) return [...faults.map(formatConfigError), words.faults(faults.length)];
  return [
    ...files.map(({ place, file }) => printable(`# ${words.origins[place]}: ${file}`)),
    ...values.map(({ key, value, isRedacted, from }) =>
      printable(
        `${key} = ${isRedacted ? words.redacted : JSON.stringify(value)}  # ${words.origins[from]}`,
      ),
    ),
    ...(ignored.length === 0 ? [] : [`# ${words.ignored}`]),
    ...ignored.map(({ key, file }) => printable(`# ${key}: ${file}`)),
    ...(unread === null ? [] : [printable(`# ${words.unread} ${unread}`)]),
  ];
}
