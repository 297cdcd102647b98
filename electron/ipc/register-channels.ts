import {
  ARGUMENTS,
  CALLS,
  type ArgumentOf,
  type CallName,
  type IpcAnswer,
  type IpcError,
  type ValueOf,
} from '../../shared/ipc/contract.ts';
import { failure, type Result } from '../../shared/result.ts';
import type { Logger } from '../log/logger.ts';
import { refusalOf, type Sender } from './sender.ts';

export type IpcPort = (
  channel: CallName,
  handle: (sender: Sender, argument: unknown) => Promise<unknown>,
) => void;

export type Handlers = Readonly<{
  [Name in CallName]: (
    argument: ArgumentOf<Name>,
  ) => Result<ValueOf<Name>, IpcError> | Promise<Result<ValueOf<Name>, IpcError>>;
}>;

/**
 * Registers the handler of each call. A handler gets only valid arguments, and the text of its
 * errors stays in main.
 *
 * @param origin the only allowed origin, e.g. `app://shell`
 */
// SECURITY: SEC-8 check sender, frame, origin and schema of every call.
export function registerChannels(
  port: IpcPort,
  origin: string,
  handlers: Handlers,
  log: Logger,
): void {
  for (const channel of CALLS) {
    port(channel, async (sender, argument): Promise<IpcAnswer<unknown>> => {
      const refusal = refusalOf(sender, origin);
      if (refusal !== null) {
        log('ipc-denied', { channel, why: refusal });
        return failure({ code: 'ipc-denied', message: refusal });
      }
      const parsed = ARGUMENTS[channel].safeParse(argument);
      if (!parsed.success) {
        log('ipc-invalid', { channel });
        return failure({
          code: 'ipc-invalid',
          message: `the argument of ${channel} is not of its shape`,
        });
      }
      try {
        return await (handlers[channel] as (argument: unknown) => Promise<IpcAnswer<unknown>>)(
          parsed.data,
        );
      } catch {
        log('ipc-fault', { channel });
        return failure({ code: 'internal', message: `${channel} failed` });
      }
    });
  }
}
