import { callMemberOf } from '../../shared/ipc/call-member.ts';
import type {
  ArgumentOf,
  Bridge,
  CallName,
  CommandName,
  IpcAnswer,
  QueryName,
  ValueOf,
} from '../../shared/ipc/contract.ts';
import type { Trouble, TroubleCode } from '../../shared/ipc/trouble.ts';
import { failure, type Result } from '../../shared/result.ts';

/** Names a text for main to copy. Only main has the text. */
export type Copyable = ArgumentOf<'app:copy-text'>['what'];

/**
 * The arguments of a call after its name: none for a channel without an argument. Such a channel
 * takes the empty object, and only its type accepts one (`Record<string, never>`).
 */
type CallArguments<Name extends CallName> =
  Record<string, never> extends ArgumentOf<Name>
    ? readonly []
    : readonly [argument: ArgumentOf<Name>];

/** Sends the person's requests to main, by the name of the channel (`shared/ipc/channels.ts`). */
export type Intents = Readonly<{
  /**
   * Resolves to true if main accepted the command. Resolves to false after a failure, which the
   * window shows, and at once, without a call, while the same command waits for main's answer.
   */
  send: <Name extends CommandName>(
    name: Name,
    ...callArguments: CallArguments<Name>
  ) => Promise<boolean>;
  /** Sends a query. The caller shows the result, or discards a late one. */
  ask: <Name extends QueryName>(
    name: Name,
    ...callArguments: CallArguments<Name>
  ) => Promise<Result<ValueOf<Name>, TroubleCode>>;
}>;

export type IntentProgress = Readonly<{
  isInFlight: (name: CommandName) => boolean;
  setInFlight: (name: CommandName, isInFlight: boolean) => void;
  /** null clears the last trouble. */
  showTrouble: (trouble: Trouble | null) => void;
}>;

type AnyCall = (argument: unknown) => Promise<IpcAnswer<unknown>>;

/**
 * Calls the member of the bridge that a channel names: `login:get-view` calls
 * `bridge.login.getView`.
 */
function call(bridge: Bridge, name: CallName, argument: unknown = {}): Promise<IpcAnswer<unknown>> {
  const [domain, member] = callMemberOf(name);
  const group = bridge[domain as keyof Bridge] as Readonly<Record<string, AnyCall | undefined>>;
  return (
    group[member]?.(argument) ?? Promise.reject(new Error(`the bridge has no ${domain}.${member}`))
  );
}

/**
 * A command is not sent again before main has answered it (double Enter or click). Every failed
 * command is shown as trouble.
 */
export function createIntents(bridge: Bridge | null, progress: IntentProgress): Intents {
  return {
    send: async (name, ...[argument]) => {
      if (progress.isInFlight(name)) return false;
      progress.showTrouble(null);
      if (bridge === null) {
        progress.showTrouble({ code: 'no-bridge', from: 'intent' });
        return false;
      }
      progress.setInFlight(name, true);
      try {
        const answer = await call(bridge, name, argument);
        if (!answer.ok) progress.showTrouble({ code: answer.error.code, from: 'intent' });
        return answer.ok;
      } catch {
        // Only a bug rejects a call: main reports an error in its answer.
        progress.showTrouble({ code: 'internal', from: 'intent' });
        return false;
      } finally {
        progress.setInFlight(name, false);
      }
    },
    ask: async <Name extends QueryName>(name: Name, ...[argument]: CallArguments<Name>) => {
      if (bridge === null) return failure('no-bridge');
      try {
        const answer = (await call(bridge, name, argument)) as IpcAnswer<ValueOf<Name>>;
        return answer.ok ? answer : failure(answer.error.code);
      } catch {
        return failure('internal');
      }
    },
  };
}
