import type { ElectronApplication, Page } from '@playwright/test';
import type {} from '../../../renderer/bridge/bridge.ts';
import { CHANNELS, memberOf, type ChannelName } from '../../../shared/ipc/channels.ts';
import { openSecondWindow } from './screens.ts';

/** Every member that the contract names, as `membersOfBridge` writes them. */
export const MEMBERS: readonly string[] = (Object.keys(CHANNELS) as ChannelName[])
  .map((name) => `${memberOf(name).join('.')}: function`)
  .sort();

/** Everything that the preload shows the page, member by member with its type. */
export async function membersOfBridge(window: Page): Promise<readonly string[]> {
  const members = await window.evaluate(() => {
    const bridge = (self as unknown as { gatehouse: Record<string, Record<string, unknown>> })
      .gatehouse;
    return Reflect.ownKeys(bridge).flatMap((domain) => {
      const group = bridge[String(domain)] ?? {};
      return Reflect.ownKeys(group).map(
        (member) => `${String(domain)}.${String(member)}: ${typeof group[String(member)]}`,
      );
    });
  });
  return members.sort();
}

/**
 * Calls main from a second window that has our preload, session and page.
 *
 * @returns each answer once: `ok`, or the code and message of the refusal
 */
export async function callsFromSecondWindow(app: ElectronApplication): Promise<readonly string[]> {
  const preload = await app.evaluate(
    ({ app: program }) => `${program.getAppPath()}/dist/preload/preload.cjs`,
  );
  const second = await openSecondWindow(app, {
    url: 'app://shell/index.html',
    session: 'ours',
    preload,
  });
  const answers = await second.evaluate(async () => {
    const bridge = self.gatehouse;
    if (!bridge) return ['no bridge'];
    const given = await Promise.all([
      bridge.login.getView({}),
      bridge.app.getInfo({}),
      bridge.login.submitUsername({ username: 'alice' }),
      bridge.app.copyText({ what: 'qr-text' }),
      bridge.app.quit({}),
    ]);
    return given.map((answer) =>
      answer.ok ? 'ok' : `${answer.error.code}: ${answer.error.message}`,
    );
  });
  await second.close();
  return [...new Set(answers)];
}
