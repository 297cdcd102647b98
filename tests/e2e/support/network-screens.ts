import type { ElectronApplication } from '@playwright/test';
import type { DoctorReport } from '../../../shared/doctor/report.ts';
import type { FailedView } from '../../../shared/login/login-view.ts';
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

/** The ends whose screens have more on them than the others', by the name of their picture. */
export const END_PICTURES: Readonly<Record<string, FailedView>> = {
  'proxy-login': failedView('proxy-login-required', { proxy: PROXY }),
  'proxy-login-refused': failedView('proxy-login-required', { proxy: { ...PROXY, hasRefused: true } }),
  'network-sign-in': failedView('network-sign-in'),
};

/** From now on main answers the doctor with this report: what a network would have to be broken for. */
export async function answerDoctor(app: ElectronApplication, report: DoctorReport): Promise<void> {
  await app.evaluate(({ ipcMain }, value) => {
    ipcMain.removeHandler('app:run-doctor');
    ipcMain.handle('app:run-doctor', () => ({ ok: true, value }));
  }, report);
}

let revision = 1_000_000;

/** Main sends this view to its window, whatever the login is at. */
export async function showView(app: ElectronApplication, view: FailedView): Promise<void> {
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
