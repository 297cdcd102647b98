import { describe, expect, it } from 'vitest';
import { evidenceText, toEvidence } from '../../../../shared/service/evidence.ts';
import { productModules } from '../../../support/sources/module-graph.ts';
import { textOf } from '../../../../scripts/lib/repository-files.ts';

describe('evidence', () => {
  it('keeps the text of evidence with its holes, which may be evidence again', () => {
    const refused = toEvidence`ERR_CONNECTION_REFUSED`;
    const evidence = toEvidence`init: ${refused}, HTTP ${502}`;
    expect(evidenceText(evidence)).toBe('init: ERR_CONNECTION_REFUSED, HTTP 502');
    expect(JSON.stringify({ evidence })).toBe(
      '{"evidence":"init: ERR_CONNECTION_REFUSED, HTTP 502"}',
    );
  });

  it('makes evidence of a text in its own module alone', () => {
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
    // Into an error of the library, whose description becomes evidence again.
    'electron/event-channel/transports.ts',
    // Into other evidence, by `cutAnswer`.
    'electron/network/exchange-outcome.ts',
    'electron/network/redact.ts',
    'shared/login/view/view-of.ts',
    'shared/service/evidence.ts',
  ];

  it('turns evidence into a text only in the modules that show or redact it', () => {
    const showing = productModules().filter((path) => /\bevidenceText\(/.test(textOf(path)));
    expect(showing.sort()).toEqual(SHOWING);
  });
});
