/**
 * Once for all tests of the suite: the Wine prefix, and in it the host that starts Windows
 * programs.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, copyFileSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { prepareForSandboxUser } from '../../../lab/electron-runtime.ts';
import { eventually } from '../../support/eventually.ts';
import { nativeFolder } from '../../support/native/native-tools.ts';
import { compileActor } from './actor.ts';
import { windowsElectron } from './facts.ts';
import { WinePrefix, windowsPath } from './prefix.ts';

const HOST_MS = 120_000;

/** vitest calls it before the first test, and the returned function after the last. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const electron = windowsElectron();
  if (electron.reason !== null) {
    project.provide('windows', { available: false, reason: electron.reason });
    return undefined;
  }
  const { dist } = electron;
  // As in an installed program: beside the one that starts it.
  copyFileSync(join(nativeFolder, 'gatehouse-system.exe'), join(dist, 'gatehouse-system.exe'));
  const prefix = new WinePrefix();
  try {
    await prefix.make();
    const actor = join(prefix.folder, 'actor.exe');
    await compileActor(actor, 'windows');
    const host = await startHost(prefix, dist);
    const run = { prefix: prefix.folder, dist, actor: windowsPath(actor), host };
    project.provide('windows', { available: true, ...run });
    return () => prefix.remove();
  } catch (error) {
    await prefix.remove();
    throw error;
  }
}

async function startHost(
  prefix: WinePrefix,
  dist: string,
): Promise<Readonly<{ port: number; password: string }>> {
  const portFile = join(prefix.folder, 'files', 'port');
  const said = join(prefix.folder, 'host.txt');
  const password = randomBytes(16).toString('hex');
  const script = prepareForSandboxUser(join(import.meta.dirname, 'host.cjs'));
  const output = openSync(said, 'w');
  const words = [join(dist, 'electron.exe'), windowsPath(script), windowsPath(portFile), password];
  const child = prefix.spawn(words, ['ignore', output, output], { ELECTRON_RUN_AS_NODE: '1' });
  closeSync(output);
  child.unref();
  await eventually(
    'the host in Wine to listen',
    () => {
      if (child.exitCode !== null) throw new Error(`the host ended: ${readFileSync(said, 'utf8')}`);
      return existsSync(portFile);
    },
    HOST_MS,
    () => readFileSync(said, 'utf8'),
  );
  return { port: Number(readFileSync(portFile, 'utf8')), password };
}
