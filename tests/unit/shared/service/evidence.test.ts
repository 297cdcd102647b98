import { describe, expect, it } from 'vitest';
import { evidenceText, toEvidence } from '../../../../shared/service/evidence.ts';
import { evidenceOf, type NetworkFailure } from '../../../../shared/service/service-failure.ts';
import { productModules } from '../../../support/sources/module-graph.ts';
import { textOf } from '../../../support/sources/source-files.ts';

const FAILURE: NetworkFailure = {
  kind: 'network',
  fault: 'refused',
  evidence: toEvidence`ERR_CONNECTION_REFUSED`,
};

describe('evidence', () => {
  it('keeps the text of evidence with its holes, which may be evidence again', () => {
    const evidence = toEvidence`init: ${FAILURE.evidence}, HTTP ${502}`;
    expect(evidenceText(evidence)).toBe('init: ERR_CONNECTION_REFUSED, HTTP 502');
    expect(JSON.stringify({ evidence })).toBe(
      '{"evidence":"init: ERR_CONNECTION_REFUSED, HTTP 502"}',
    );
  });

  it('refuses at compile time each line that would decide by evidence (docs/decisions/0014)', () => {
    const { evidence } = FAILURE;
    const codes: Readonly<Record<string, number>> = {};
    const read = (text: string): boolean => text === '';
    // `npm run types` fails if one of these lines compiles. In a template, and joined to a text, the linter refuses it (no-base-to-string).
    const decisions = [
      // @ts-expect-error: compared with a name
      () => evidence === 'ERR_X',
      () => {
        switch (evidence) {
          // @ts-expect-error: chosen by
          case 'ERR_X':
            return true;
          default:
            return false;
        }
      },
      // @ts-expect-error: searched in
      () => evidence.startsWith('ERR_'),
      // @ts-expect-error: matched with a pattern
      () => /^ERR_INTERNET/.test(evidence),
      // @ts-expect-error: looked up in a table
      () => codes[evidence],
      // @ts-expect-error: looked for in a list
      () => ['ERR_X'].includes(evidence),
      // @ts-expect-error: measured in length
      () => evidenceOf(FAILURE).length,
      // @ts-expect-error: handed to a function that reads texts
      () => read(evidence),
      // @ts-expect-error: kept as a text
      (): string => evidence,
      // @ts-expect-error: read in one case of two
      () => read(FAILURE.fault === 'name' ? evidence : ''),
    ];
    expect(decisions).toHaveLength(10);
  });

  it('refuses a text as evidence, which its own module alone makes of one', () => {
    // @ts-expect-error: a text is no evidence
    const failure: NetworkFailure = { ...FAILURE, evidence: 'ERR_X' };
    expect(evidenceText(failure.evidence)).toBe('ERR_X');
    const casting = productModules().filter((path) =>
      /\bas (?:unknown as )?Evidence\b/.test(textOf(path)),
    );
    expect(casting).toEqual(['shared/service/evidence.ts']);
  });

  /** Each shows the text, or takes secrets out of it. */
  const SHOWING = [
    'electron/doctor/check-key-store.ts',
    'electron/doctor/check-network-path.ts',
    'electron/doctor/handshake-evidence.ts',
    'electron/doctor/probe-event-channel.ts',
    'electron/doctor/read-answer.ts',
    // Into other evidence, by `cutAnswer`.
    'electron/electron-api/chromium-http.ts',
    // Into an error of the library, whose description becomes evidence again.
    'electron/event-channel/transports.ts',
    'electron/network/node-http.ts',
    'electron/network/redact.ts',
    'shared/login/view/view-of.ts',
    'shared/service/evidence.ts',
  ];

  it('turns evidence into a text only in the modules that show or redact it', () => {
    const showing = productModules().filter((path) => /\bevidenceText\(/.test(textOf(path)));
    expect(showing.sort()).toEqual(SHOWING);
  });
});
