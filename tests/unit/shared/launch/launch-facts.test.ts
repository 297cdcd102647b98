import { describe, expect, it } from 'vitest';
import { launchFacts } from '../../../../shared/launch/launch-facts.ts';

const SWITCH = '--gatehouse-launch';

describe('the facts argument of the launcher', () => {
  it('reads no facts if Electron was started without the launcher', () => {
    expect(launchFacts(['--log-level=3', '/app'])).toEqual({ ok: true, value: null });
  });

  it('reads every fact of the launcher', () => {
    expect(
      launchFacts([
        '--log-level=3',
        `${SWITCH}=verdict:9,command:not-found,launcher:8,hangup:ignored`,
      ]),
    ).toEqual({
      ok: true,
      value: {
        verdict: 9,
        command: 'not-found',
        launcherDescriptor: 8,
        ignoresHangUp: true,
      },
    });
  });

  it.each([
    '',
    'verdict:1,command:none,launcher:8,hangup:heeded',
    'verdict:10,command:none,launcher:8,hangup:heeded',
    'verdict:9,command:maybe,launcher:8,hangup:heeded',
    'verdict:9,command:none,launcher:8,hangup:heeded,more:1',
    'verdict:9,command:none',
    'verdict:9,command:none,launcher:2,hangup:heeded',
    ' verdict:9,command:none,launcher:8,hangup:heeded',
  ])('refuses the facts of the launcher in any other form: %j', (facts) => {
    expect(launchFacts([`${SWITCH}=${facts}`])).toMatchObject({
      ok: false,
      error: { argument: SWITCH },
    });
  });

  it('refuses the facts of the launcher when they are given twice', () => {
    const once = `${SWITCH}=verdict:9,command:none,launcher:8,hangup:heeded`;
    expect(launchFacts([once, once])).toMatchObject({ ok: false });
  });
});
