import { execFileSync } from 'node:child_process';
import { chromium, test as base, type Browser } from '@playwright/test';
import { missingPrograms } from './desktop.ts';

/** Tests in the newest Chromium that this system has, one for each worker. */
export const test = base.extend<object, { chrome: Browser }>({
  chrome: [
    async ({}, use) => {
      const isMissing = missingPrograms().includes('chromium');
      base.skip(isMissing, 'cannot be started: chromium');
      const executablePath = execFileSync('sh', ['-c', 'command -v chromium'], {
        encoding: 'utf8',
      }).trim();
      const browser = await chromium.launch({ executablePath });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
