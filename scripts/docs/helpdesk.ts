/**
 * Makes the tables of docs/helpdesk.md, with texts of the screens: calls without an error code, and
 * calls with one.
 */
import { readFileSync } from 'node:fs';
import { LOGIN_LIMITS } from '../../shared/login/machine/login-limits.ts';
import { DIAGNOSES } from '../../shared/doctor/diagnoses.ts';
import { ERROR_CATALOG, ERROR_CODES, type ErrorCode } from '../../shared/outcomes/error-catalog.ts';
import { readMessages } from '../build/messages.ts';
import { inRoot } from '../lib/paths.ts';
import { code, table } from '../lib/markdown.ts';

/** One kind of call. The catalogue names it for each error code. */
type Call = Readonly<{
  /** More specific codes of `gatehouse doctor`. */
  doctor?: string[];
  ask: string;
  mends: string;
  step: string;
}>;

const messages = readMessages('en');

/**
 * A text of a screen, in quotation marks.
 *
 * @throws if the key is unknown, or the message has placeholders or choices
 */
function words(key: string) {
  const text = messages[key];
  if (text === undefined || text.includes('{')) throw new Error(`no plain message: ${key}`);
  return `“${text}”`;
}

/** `{KEY}` stands for a text of a screen, `{silence}` for seconds. */
const source = readFileSync(inRoot('scripts', 'docs', 'helpdesk.json'), 'utf8');
/**
 * Calls without an error code: symptom, question, role that mends it, first step. Others: the most
 * frequent first.
 */
const { withoutCode, calls } = JSON.parse(
  source.replace(/\{([\w.-]+)\}/g, (_all, key: string) =>
    key === 'silence' ? String(LOGIN_LIMITS.silenceMs / 1000) : words(key),
  ),
) as { withoutCode: string[][]; calls: Record<string, Call> };

/** The doctor's codes for causes that keep a login from succeeding. */
const FAULTS = Object.entries(DIAGNOSES).flatMap(([name, { exitCode }]) =>
  exitCode === 0 ? [] : [name],
);

export const callTable = () =>
  table(['Seen or said', 'Ask', 'Mended by', 'First step'], withoutCode);

const codesOf = (call: string) =>
  ERROR_CODES.filter((name) => ERROR_CATALOG[name].helpdesk === call);

/**
 * The table of error codes and of faults that the doctor finds.
 *
 * @throws if a code is not in exactly one row, or a row has no error code
 */
export function helpdeskTable() {
  const rows = Object.entries(calls).map(([name, call]) => ({ ...call, codes: codesOf(name) }));
  const given = rows.flatMap(({ codes, doctor = [] }) => [...codes, ...doctor]);
  const wrong: string[] = [...new Set([...ERROR_CODES, ...FAULTS])].filter(
    (name) => given.filter((other) => other === name).length !== 1,
  );
  wrong.push(...given.filter((name) => !(name in ERROR_CATALOG) && !(name in DIAGNOSES)));
  wrong.push(...Object.keys(calls).filter((name) => codesOf(name).length === 0));
  if (wrong.length > 0)
    throw new Error(`not in one row of the helpdesk's table: ${wrong.join(', ')}`);
  const unique = (texts: readonly string[]) => [...new Set(texts)];
  const titleOf = (name: ErrorCode) => messages[`error.${name}.title`] ?? '';
  // Rows may share a title: add the sentence that tells them apart.
  const shown = (name: ErrorCode) => {
    const sharing = rows.filter(({ codes }) =>
      codes.some((other) => titleOf(other) === titleOf(name)),
    );
    return sharing.length === 1
      ? titleOf(name)
      : `${titleOf(name)} ${words(ERROR_CATALOG[name].happened)}`;
  };
  return table(
    ['On the screen', 'Code', 'From the doctor', 'Ask', 'Mended by', 'First step'],
    rows.map(({ codes, doctor = [], ask, mends, step }) => [
      unique(codes.map(shown)).join(' · '),
      codes.map(code).join(' '),
      doctor.map(code).join(' ') || '–',
      ask,
      mends,
      step,
    ]),
  );
}
