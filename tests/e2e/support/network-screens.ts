import type { ElectronApplication } from '@playwright/test';
import type { DoctorReport } from '../../../shared/doctor/report.ts';
import type { FailedView, LoginView } from '../../../shared/login/view/login-view.ts';
import { failedView, PROXY } from '../../unit/renderer/fixtures.ts';
import { REPORTS } from '../../unit/renderer/reports.ts';

/** The doctor's reports that have a picture in the tour, by its name. */
export const DOCTOR_PICTURES: Readonly<Record<string, DoctorReport>> = {
  'doctor-healthy': REPORTS.healthy,
  'doctor-secret': REPORTS.secret,
  'doctor-name-not-found': REPORTS.name,
  'doctor-websocket': REPORTS.websocket,
  'doctor-proxy': REPORTS.proxy,
};

/** The service has not named the application yet. */
const NOBODY = { application: '', company: '' };

/** The error screens with more content than the others, by the name of their picture. */
export const END_PICTURES: Readonly<Record<string, FailedView>> = {
  'proxy-login': proxyAsks(false),
  'proxy-login-refused': proxyAsks(true),
  'network-sign-in': failedView('network-sign-in', {
    requester: NOBODY,
    reference: 'network-sign-in (init: HTTP 511)',
  }),
  'not-the-service': failedView('not-the-service', {
    requester: NOBODY,
    reference: 'not-the-service (init: HTTP 200, HTML)',
  }),
  ...keyStoreEnds(),
};

/** The states of the key store that prevent signing; absent ones end before there is a window. */
function keyStoreEnds(): Readonly<Record<string, FailedView>> {
  const evidence = {
    'key-store-locked': 'locked: gnome_libsecret',
    'key-store-changed': 'key-store-changed: gnome_libsecret, now kwallet5',
    'key-store-unreadable': 'key-store-unreadable: gnome_libsecret',
    'key-store-unavailable': 'unavailable: gnome_libsecret, now none',
  } as const;
  return Object.fromEntries(
    Object.entries(evidence).map(([code, seen]) => {
      const reference = `${code} (init: ${seen})`;
      return [code, failedView(code as keyof typeof evidence, { requester: NOBODY, reference })];
    }),
  );
}

function proxyAsks(hasRefused: boolean): FailedView {
  return failedView('proxy-login-required', {
    requester: NOBODY,
    proxy: { ...PROXY, hasRefused },
    reference: 'proxy-login-required (init: ERR_TUNNEL_CONNECTION_FAILED)',
  });
}

/** Makes main answer the doctor with this report from now on, in place of a broken network. */
export async function answerDoctor(app: ElectronApplication, report: DoctorReport): Promise<void> {
  await app.evaluate(({ ipcMain }, value) => {
    ipcMain.removeHandler('app:run-doctor');
    ipcMain.handle('app:run-doctor', () => ({ ok: true, value }));
  }, report);
}

let revision = 1_000_000;

/** Main sends this view to its window, whatever the login is at. */
export async function showView(app: ElectronApplication, view: LoginView): Promise<void> {
  revision += 1;
  await app.evaluate(
    ({ BrowserWindow }, changed) => {
      for (const window of BrowserWindow.getAllWindows()) {
        window.webContents.send('login:view-changed', changed);
      }
    },
    { revision, view },
  );
}
