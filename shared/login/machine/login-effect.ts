import type { LoginOutcome } from '../../outcomes/login-outcome.ts';
import type { Method } from '../../service/methods.ts';

/** A command to the controller, as plain data. */
export type Effect =
  | Readonly<{ type: 'start-transaction'; attempt: number; username: string }>
  | Readonly<{ type: 'open-event-channel'; attempt: number; tid: string }>
  | Readonly<{ type: 'close-event-channel'; attempt: number }>
  | Readonly<{
      type: 'select-method';
      attempt: number;
      challenge: number;
      tid: string;
      method: Method;
    }>
  | Readonly<{
      type: 'submit-passcode';
      attempt: number;
      challenge: number;
      tid: string;
      passcode: string;
    }>
  /** Keeps a code in the controller until its method is started or abandoned. */
  | Readonly<{ type: 'keep-passcode'; challenge: number; passcode: string }>
  | Readonly<{ type: 'submit-pending-passcode'; attempt: number; challenge: number; tid: string }>
  | Readonly<{ type: 'submit-security-key'; attempt: number; challenge: number; password: string }>
  | Readonly<{ type: 'open-hosted-page'; attempt: number; webUri: string }>
  | Readonly<{ type: 'show-hosted-page-again'; attempt: number }>
  | Readonly<{ type: 'close-hosted-page'; attempt: number }>
  | Readonly<{ type: 'redeem-token'; attempt: number; token: number }>
  /**
   * Aborts the requests of a challenge, or with null those of the whole attempt; redemptions of
   * tokens go on.
   */
  | Readonly<{ type: 'abort-requests'; attempt: number; challenge: number | null }>
  | Readonly<{ type: 'report-outcome'; attempt: number; outcome: LoginOutcome }>
  /** The person leaves the end screen. */
  | Readonly<{ type: 'leave' }>
  /** An event changed nothing. The controller only logs it. */
  | Readonly<{ type: 'ignored-event'; event: string; state: string }>;
