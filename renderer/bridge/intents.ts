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

/** Main copies its own value. */
export type Copyable = ArgumentOf<'app:copy-text'>['what'];

/** Empty for a channel without an argument. */
type Given<Name extends CallName> =
  Record<string, never> extends ArgumentOf<Name> ? readonly [] : readonly [argument: ArgumentOf<Name>];

/** Requests of the person, named as channels (`shared/ipc/channels.ts`). */
export type Intents = Readonly<{
  /** Resolves to whether main accepted it. The window shows a refusal. */
  send: <Name extends CommandName>(name: Name, ...given: Given<Name>) => Promise<boolean>;
  /** The caller shows the result, which may arrive too late. */
  ask: <Name extends QueryName>(
    name: Name,
    ...given: Given<Name>
  ) => Promise<Result<ValueOf<Name>, TroubleCode>>;
}>;

export type IntentProgress = Readonly<{
  isInFlight: (name: CommandName) => boolean;
  setInFlight: (name: CommandName, isInFlight: boolean) => void;
  /** null clears the last trouble. */
  showTrouble: (trouble: Trouble | null) => void;
}>;

type AnyCall = (argument: unknown) => Promise<IpcAnswer<unknown>>;

function call(bridge: Bridge, name: CallName, argument: unknown = {}): Promise<IpcAnswer<unknown>> {
  const [domain, member] = callMemberOf(name);
  const group = bridge[domain as keyof Bridge] as Readonly<Record<string, AnyCall | undefined>>;
  return group[member]?.(argument) ?? Promise.reject(new Error(`the bridge has no ${domain}.${member}`));
}

/**
 * Creates intents. Sends no command twice before its answer (double Enter, double click). Shows every failed command.
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
        // A rejected call is a bug in main.
        progress.showTrouble({ code: 'internal', from: 'intent' });
        return false;
      } finally {
        progress.setInFlight(name, false);
      }
    },
    ask: async <Name extends QueryName>(name: Name, ...[argument]: Given<Name>) => {
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
