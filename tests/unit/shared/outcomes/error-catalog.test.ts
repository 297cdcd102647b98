import { describe, expect, it } from 'vitest';
import { readMessages } from '../../../../scripts/build/messages.ts';
import { DIAGNOSES, DIAGNOSIS_CODES } from '../../../../shared/doctor/diagnoses.ts';
import { ERROR_CATALOG, ERROR_CODES, hasTrait } from '../../../../shared/outcomes/error-catalog.ts';

const SHARED = ['error.once-more', 'error.tell-administrator', 'remedy.log-in-there'];

describe('the catalogue of errors', () => {
  it.each(ERROR_CODES)('says of %s its own cause and step, or a shared step', (code) => {
    const { happened, toDo } = ERROR_CATALOG[code];
    expect([`error.${code}.happened`, `cause.${code}`]).toContain(happened);
    expect([`error.${code}.to-do`, ...SHARED]).toContain(toDo);
  });

  it('counts as denials those of the service and of the person, and none of the configuration', () => {
    expect(ERROR_CODES.filter((code) => hasTrait(code, 'denial'))).toEqual([
      'denied',
      'denied-by-person',
      'not-started-by-person',
    ]);
  });

  it('says every message of a cause, of an end and of a remedy', () => {
    const said = ERROR_CODES.flatMap((code) => {
      const { happened, toDo } = ERROR_CATALOG[code];
      return [`error.${code}.title`, happened, toDo];
    });
    const written = Object.keys(readMessages('en')).filter((key) =>
      /^(?:cause|error|remedy)\./.test(key),
    );
    expect([...new Set(said)].sort()).toEqual(written.sort());
  });

  it('keeps the titles of en.json in the order of the catalogue', () => {
    const titles = Object.keys(readMessages('en')).filter((key) => /^error\..*\.title$/.test(key));
    expect(titles).toEqual(ERROR_CODES.map((code) => `error.${code}.title`));
  });
});

describe('the list of the doctor’s diagnoses', () => {
  it.each(DIAGNOSIS_CODES)('says of %s its own finding and step, or a shared step', (code) => {
    const { found, toDo } = DIAGNOSES[code];
    expect([`doctor.finding.${code}.found`, `cause.${code}`]).toContain(found);
    expect([`doctor.finding.${code}.to-do`, 'remedy.log-in-there', null]).toContain(toDo);
  });

  it('says every message of a finding', () => {
    const said = DIAGNOSIS_CODES.flatMap((code) => [DIAGNOSES[code].found, DIAGNOSES[code].toDo]);
    const written = Object.keys(readMessages('en')).filter((key) =>
      key.startsWith('doctor.finding.'),
    );
    expect(said).toEqual(expect.arrayContaining(written));
  });
});
