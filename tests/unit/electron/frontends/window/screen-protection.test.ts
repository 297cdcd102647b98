import { expect, it } from 'vitest';
import { showsCode } from '../../../../../electron/frontends/window/screen-protection.ts';
import { approvalView, FIXTURES, qrView } from '../../../renderer/fixtures.ts';

it('keeps a screen with a code, or with a field for one, from capture, and no other', () => {
  const kept = Object.entries(FIXTURES).filter(([, view]) => showsCode(view));
  expect([...new Set(kept.map(([, view]) => view.screen))].sort()).toEqual(
    ['account-waiting', 'approval', 'code', 'hosted-page', 'qr', 'security-key'].filter((screen) =>
      Object.values(FIXTURES).some((view) => view.screen === screen),
    ),
  );
  expect(showsCode(qrView())).toBe(true);
  expect(showsCode(approvalView())).toBe(true);
  expect(showsCode(approvalView({ codeBeside: null }))).toBe(false);
});
