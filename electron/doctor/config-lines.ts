import type { EffectiveConfig, Validation } from '../../shared/config/config-report.ts';
import { configStrings as strings } from '../../shared/strings/config-strings.ts';
import { formatConfigError } from '../config/config-error.ts';
import { printable } from './report-lines.ts';

export function validationLines({ files, faults, warnings }: Validation): readonly string[] {
  const warningLines = warnings.map(({ code, file, evidence, message }) =>
    [file, strings.warning, `${message} (${evidence}) [${code}]`]
      .filter((part) => part !== '')
      .join(': '),
  );
  const end =
    faults.length > 0 ? strings.faults(faults.length) : strings.valid(files, warnings.length);
  return [...faults.map(formatConfigError), ...[...warningLines, end].map(printable)];
}

export function effectiveLines(effective: EffectiveConfig): readonly string[] {
  const { files, values, ignored, unread, faults } = effective;
  if (faults.length > 0) return [...faults.map(formatConfigError), strings.faults(faults.length)];
  return [
    ...files.map(({ place, file }) => printable(`# ${strings.origins[place]}: ${file}`)),
    ...values.map(({ key, value, isRedacted, from }) =>
      printable(
        `${key} = ${isRedacted ? strings.redacted : JSON.stringify(value)}  # ${strings.origins[from]}`,
      ),
    ),
    ...(ignored.length === 0 ? [] : [`# ${strings.ignored}`]),
    ...ignored.map(({ key, file }) => printable(`# ${key}: ${file}`)),
    ...(unread === null ? [] : [printable(`# ${strings.unread} ${unread}`)]),
  ];
}
