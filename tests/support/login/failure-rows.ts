/**
 * Every kind of failure of a call: its evidence, and the facts that the machine and the fail mode
 * take from it.
 */
import { toEvidence } from '../../../shared/service/evidence.ts';
import { NETWORK_FAULTS, TLS_FAULTS } from '../../../shared/service/network-fault.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import { exception } from './login-fixtures.ts';

type Kind = ServiceFailure['kind'];
export type FailureRow = readonly [
  failure: ServiceFailure,
  evidence: string,
  isUnanswered: boolean,
  isUnreachable: boolean,
];

/** By kind, so that a new one without a row is a type error. */
const TABLE: Record<Kind, readonly FailureRow[]> = {
  exception: [
    [exception('PasscodeException', 18), 'PasscodeException 18', false, false],
    [
      exception('MissingFieldException', 3, { field: 'os' }),
      'MissingFieldException 3 os',
      false,
      false,
    ],
    [
      exception('MissingFieldException', 3, { field: 'params[os]' }),
      'MissingFieldException 3 params[os]',
      false,
      false,
    ],
    // A text of the service's is no evidence.
    [
      exception('MissingFieldException', 3, { field: 'ann owns CANARY' }),
      'MissingFieldException 3',
      false,
      false,
    ],
    [
      exception('MissingHeaderException', null, { field: 'X-Signature' }),
      'MissingHeaderException X-Signature',
      false,
      false,
    ],
    [
      exception('MissingHeaderException', null, { field: 'call 555' }),
      'MissingHeaderException',
      false,
      false,
    ],
    [exception('NovelException'), 'NovelException', false, false],
    [exception('NovelException', 500), 'NovelException 500', false, false],
  ],
  network: NETWORK_FAULTS.map((fault): FailureRow => {
    const letsIn = ['offline', 'name', 'refused', 'no-connection', 'hung-up'];
    return [
      { kind: 'network', fault, evidence: toEvidence`ERR_X` },
      'ERR_X',
      true,
      letsIn.includes(fault),
    ];
  }),
  // SEC-23: a locked keyring never lets the person in.
  credentials: [
    [
      { kind: 'credentials', fault: 'secret-missing', evidence: toEvidence`nothing stored` },
      'nothing stored',
      false,
      false,
    ],
    [
      { kind: 'credentials', fault: 'key-store-locked', evidence: toEvidence`kwallet5` },
      'kwallet5',
      false,
      false,
    ],
  ],
  browser: [[{ kind: 'browser', evidence: toEvidence`not opened` }, 'not opened', false, false]],
  callback: [[{ kind: 'callback', evidence: toEvidence`EADDRINUSE` }, 'EADDRINUSE', false, false]],
  timeout: [[{ kind: 'timeout' }, 'timeout', true, true]],
  tls: TLS_FAULTS.map((fault): FailureRow => [
    { kind: 'tls', fault, evidence: toEvidence`ERR_X` },
    'ERR_X',
    false,
    false,
  ]),
  'proxy-login': [
    [
      { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: null },
      'HTTP 407',
      false,
      false,
    ],
  ],
  redirected: [[{ kind: 'redirected', status: 302, hasTarget: true }, 'HTTP 302', false, false]],
  portal: [[{ kind: 'portal', status: 511 }, 'HTTP 511', false, false]],
  page: [[{ kind: 'page', status: 200 }, 'HTTP 200, HTML', false, false]],
  'too-many': [
    [{ kind: 'too-many', retryAfterMs: 5, serviceText: null }, 'too-many', false, false],
  ],
  status: [
    [{ kind: 'status', status: 204 }, 'HTTP 204', false, false],
    [{ kind: 'status', status: 404 }, 'HTTP 404', false, false],
    [{ kind: 'status', status: 499 }, 'HTTP 499', false, false],
    [{ kind: 'status', status: 500 }, 'HTTP 500', false, true],
    [{ kind: 'status', status: 503 }, 'HTTP 503', false, true],
    [{ kind: 'status', status: 522 }, 'HTTP 522', false, true],
    // Answers, and the service's own refusal.
    [{ kind: 'status', status: 501 }, 'HTTP 501', false, false],
    [{ kind: 'status', status: 561 }, 'HTTP 561', false, false],
    [{ kind: 'status', status: 600 }, 'HTTP 600', false, false],
    [{ kind: 'status', status: 999 }, 'HTTP 999', false, false],
    [{ kind: 'status', status: 500, isRefusal: true }, 'HTTP 500', false, false],
  ],
  malformed: [
    [{ kind: 'malformed', evidence: toEvidence`result.tid` }, 'result.tid', false, false],
  ],
  'too-large': [[{ kind: 'too-large', limitBytes: 9 }, 'over 9 bytes', false, false]],
  'response-signature': [
    [{ kind: 'response-signature', found: 'wrong' }, 'wrong', false, false],
    [{ kind: 'response-signature', found: 'missing' }, 'missing', false, false],
    [{ kind: 'response-signature', found: 'dropped' }, 'dropped', false, false],
  ],
  aborted: [[{ kind: 'aborted' }, 'aborted', false, false]],
};

export const FAILURE_ROWS = Object.values(TABLE).flat();
