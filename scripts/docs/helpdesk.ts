/** Makes the tables of docs/helpdesk.md, with texts of the screens: calls without an error code, and calls with one. */
import { readFileSync } from 'node:fs';
import { LOGIN_LIMITS } from '../../shared/login/machine/login-limits.ts';
import { DIAGNOSES } from '../../shared/doctor/diagnoses.ts';
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import { readMessages } from '../lib/messages.ts';
import { inRoot } from '../lib/paths.ts';
import { code, table } from '../lib/markdown.ts';

/** `doctor`: more specific codes of `gatehouse doctor`. */
type Call = Readonly<{
  codes: ErrorCode[];
  doctor?: string[];
  ask: string;
  mends: string;
  step: string;
}>;

const messages = readMessages('en');

/** A text of a screen, in quotation marks. @throws if the key is unknown, or the message has placeholders or choices */
function words(key: string) {
  const text = messages[key];
  if (text === undefined || text.includes('{')) throw new Error(`no plain message: ${key}`);
  return `“${text}”`;
}

/** `{KEY}` stands for a text of a screen, `{silence}` for seconds. */
const source = readFileSync(inRoot('scripts', 'docs', 'helpdesk.json'), 'utf8');
/** Calls without an error code: symptom, question, role that mends it, first step. Others: the most frequent first. */
const { withoutCode, calls } = JSON.parse(
  source.replace(/\{([\w.-]+)\}/g, (_all, key: string) =>
    key === 'silence' ? String(LOGIN_LIMITS.silenceMs / 1000) : words(key),
  ),
) as { withoutCode: string[][]; calls: Call[] };

/** The doctor's codes for causes that keep a login from succeeding. */
const FAULTS = Object.entries(DIAGNOSES).flatMap(([name, { exitCode }]) =>
  exitCode === 0 ? [] : [name],
);

export const callTable = () =>
  table(['Seen or said', 'Ask', 'Mended by', 'First step'], withoutCode);

/** The table of error codes and of faults that the doctor finds. @throws if a code is not in exactly one row */
export function helpdeskTable() {
  const given = calls.flatMap(({ codes, doctor = [] }) => [...codes, ...doctor]);
  const wrong: string[] = [...new Set([...ERROR_CODES, ...FAULTS])].filter(
    (name) => given.filter((other) => other === name).length !== 1,
  );
  wrong.push(...given.filter((name) => !(name in ERROR_CATALOG) && !(name in DIAGNOSES)));
  if (wrong.length > 0)
    throw new Error(`not in one row of the helpdesk's table: ${wrong.join(', ')}`);
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  const titleOf = (name: ErrorCode) => messages[`error.${name}.title`] ?? '';
  // Rows may share a title: add the sentence that tells them apart.
  const shown = (name: ErrorCode) => {
    const rows = calls.filter(({ codes }) =>
      codes.some((other) => titleOf(other) === titleOf(name)),
    );
    return rows.length === 1
      ? titleOf(name)
      : `${titleOf(name)} ${words(`error.${name}.happened`)}`;
  };
  return table(
    ['On the screen', 'Code', 'The doctor may say', 'Reason', 'Ask', 'Mended by', 'First step'],
    calls.map(({ codes, doctor = [], ask, mends, step }) => [
      unique(codes.map(shown)).join(' · '),
      codes.map(code).join(' '),
      doctor.map(code).join(' ') || '–',
      unique(codes.map((name) => ERROR_CATALOG[name].reason))
        .map(code)
        .join(' '),
      ask,
      mends,
      step,
    ]),
  );
}
