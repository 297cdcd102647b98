/**
 * The window of the packaged program: its page, its scheme, its bridge, and where the secrets of a
 * login are.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsFromSecondWindow, MEMBERS, membersOfBridge } from '../e2e/support/bridge-calls.ts';
import {
  canariesInProgram,
  canariesLeft,
  loginWithEveryCode,
  type LoginCanaries,
} from '../e2e/support/login-canaries.ts';
import {
  CLEAN_ADDRESS,
  openEnrolmentAt,
  REFUSED_ADDRESSES,
} from '../e2e/support/enrolment-addresses.ts';
import { recordOpened } from '../e2e/support/opened.ts';
import { refused, served, statusesOf } from '../e2e/support/scheme.ts';
import { electronRuntime, makeSandboxFolder } from '../../lab/electron-runtime.ts';
import { personAt } from '../../lab/person.ts';
import { brokenPoints } from './checklist.ts';
import { drivable, findPackaged, launch, type Packaged } from './packaged-app.ts';
import { startSecureService, type SecureService } from './secure-service.ts';

const runtime = electronRuntime();
const found = runtime.available ? findPackaged() : runtime.reason;
const reason = typeof found === 'string' ? found : '';
const START_MS = 150_000;
const SHOWN_MS = 40_000;

describe.skipIf(reason !== '')(`the packaged window${reason && ` (skipped: ${reason})`}`, () => {
  const packaged = found as Packaged;
  let service: SecureService;
  let app: ElectronApplication;
  let window: Page;
  let canaries: LoginCanaries;
  const profile = reason === '' ? makeSandboxFolder('packaged-') : '';
  const logFile = path.join(profile, 'log.jsonl');

  beforeAll(async () => {
    service = await startSecureService();
    app = await launch(await drivable(packaged), [
      `--user-data-dir=${profile}`,
      '--',
      '--config',
      service.config(),
      '--log-file',
      logFile,
    ]);
    window = await app.firstWindow();
    // The end of a login stays until it is read.
    await window.emulateMedia({ reducedMotion: 'reduce' });
    await window.getByRole('textbox', { name: 'Username' }).waitFor({ timeout: SHOWN_MS });
  }, START_MS);
  afterAll(async () => {
    await app.close().catch(() => undefined);
    await service.close();
  });

  it('opens the packaged window with a sandboxed page', async () => {
    const facts = await app.evaluate((electron) => ({
      isPackaged: electron.app.isPackaged,
      pages: electron.app.getAppMetrics().flatMap(({ type, pid }) => (type === 'Tab' ? [pid] : [])),
    }));
    expect(facts.isPackaged).toBe(true);
    expect(facts.pages.map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))).toEqual([
      expect.stringMatching(/^Seccomp:\t2$/m) as unknown,
    ]);
    expect(await window.evaluate(() => 'require' in globalThis)).toBe(false);
  });

  it('opens only clean https addresses of the service in the package (SEC-7)', async () => {
    const opened = await recordOpened(app);
    const person = personAt(service.emulator.url);
    for (const webURI of REFUSED_ADDRESSES) {
      expect([webURI, (await openEnrolmentAt(webURI, window, person)).code]).toEqual([
        webURI,
        'not-now',
      ]);
      expect([webURI, await opened()]).toEqual([webURI, []]);
    }
    const shown = CLEAN_ADDRESS;
    expect(await openEnrolmentAt(shown, window, person)).toEqual({ code: 'done', shown });
    expect(await opened()).toEqual([shown]);
    await person.clearFaults();
  });

  it('leaves no secret and no token in the packaged page by a code of each kind, and no code elsewhere (SEC-8, SEC-9)', async () => {
    const login = {
      app,
      window,
      person: personAt(service.emulator.url),
      emulator: service.emulator,
    };
    canaries = await loginWithEveryCode(login);
    expect(await canariesInProgram(login, canaries)).toEqual([]);
  });

  // No button can be pressed after this test: Playwright waits for the end of the stopped
  // navigation.
  it('keeps the packaged page from forbidden acts and the browser (SEC-1, SEC-3, SEC-4, SEC-5, SEC-6)', async () => {
    const opened = await recordOpened(app);
    expect(await brokenPoints(app, window)).toEqual([]);
    expect(await opened()).toEqual([]);
  });

  it('serves only the known files of its scheme in the package (SEC-2)', async () => {
    const asset = await window.evaluate(() => document.querySelector('script')?.src ?? '');
    const statuses = await statusesOf(app, [...served(asset), ...refused(asset)]);
    const got = Object.entries(statuses).filter(([, status]) => status === '200');
    expect(got.map(([address]) => address)).toEqual(served(asset));
  });

  it('offers the packaged page the bridge of the contract, and refuses another window (SEC-8)', async () => {
    expect(await membersOfBridge(window)).toEqual(MEMBERS);
    expect(await callsFromSecondWindow(app)).toEqual(['ipc-denied: not our window']);
  });

  it('leaves no secret, token or code in the package’s log and data (SEC-9)', async () => {
    await app.close();
    expect(existsSync(path.join(profile, 'preferences.json'))).toBe(true);
    expect(canariesLeft(profile, readFileSync(logFile, 'utf8'), canaries)).toEqual([]);
  });
});
