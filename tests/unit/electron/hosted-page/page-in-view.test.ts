import { describe, expect, it } from 'vitest';
import { callbackAddress } from '../../../../electron/hosted-page/callback.ts';
import { PageInView, rectangleInWindow } from '../../../../electron/hosted-page/page-in-view.ts';

const SERVICE = 'https://mfa.example.com';
const PAGE = `${SERVICE}/api/transaction/process/abc`;
const CALLBACK = callbackAddress(
  'http://127.0.0.1/back',
  { state: 's', token: 't' },
  'v'.repeat(43),
);
const BACK = `${CALLBACK.url}?s=ok&t=abc`;
const pageInView = (): PageInView => new PageInView(SERVICE, CALLBACK);

describe('where the page in the window goes', () => {
  it.each([
    [PAGE, true, { do: 'go' }],
    [PAGE, false, { do: 'go' }],
    [BACK, true, { do: 'end', callback: { state: 'ok', token: 'abc' } }],
    [BACK, false, { do: 'stay' }],
    ['https://elsewhere.example/', true, { do: 'lead-out' }],
    ['https://elsewhere.example/', false, { do: 'stay' }],
    ['file:///etc/passwd', true, { do: 'stay' }],
    [`blob:${SERVICE}/0f5a`, true, { do: 'stay' }],
    [`blob:${SERVICE}/0f5a`, false, { do: 'go' }],
    ['data:text/html,x', true, { do: 'stay' }],
    ['data:text/html,x', false, { do: 'go' }],
  ])(
    'decides where the page in the window goes at %s, in the main frame: %s (SEC-86, SEC-87)',
    (address, isMainFrame, step) => {
      expect(pageInView().goesTo(address, isMainFrame)).toEqual(step);
    },
  );

  it('leads only addresses of other https sites to the browser (SEC-86)', () => {
    const addresses = [PAGE, BACK, 'https://elsewhere.example/', 'file:///etc/passwd'];
    expect(addresses.map((address) => pageInView().mayLeadOut(address))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});

describe('how the page in the window ends', () => {
  it('ends the page in the window at a stop before it was there, and not at a later one', () => {
    const page = pageInView();
    expect(page.stopped()).toMatchObject({ fault: 'forbidden' });
    expect(page.arrivedAt(PAGE)).toBe('stays');
    expect(page.stopped()).toBeNull();
  });

  it('ends the page in the window at a failed load if it was the service’s and not given up for another', () => {
    expect(pageInView().loadFailed(-105, 'ERR_NAME_NOT_RESOLVED', PAGE)).toMatchObject({
      kind: 'network',
    });
    expect(pageInView().loadFailed(-3, 'ERR_ABORTED', PAGE)).toBeNull();
    expect(
      pageInView().loadFailed(-105, 'ERR_NAME_NOT_RESOLVED', 'https://elsewhere.example/'),
    ).toBeNull();
  });

  it('gives a page that closes itself, or is elsewhere after all, a new view four times (SEC-88)', () => {
    const page = pageInView();
    const fates = [
      page.viewLost(),
      page.arrivedAt('about:blank'),
      page.viewLost(),
      page.arrivedAt(BACK),
    ];
    expect(fates).toEqual(Array(4).fill('new-view'));
    expect(page.viewLost()).toMatchObject({ evidence: 'the page closed itself' });
  });
});

it('places the view where the window’s page has a place for it, at its zoom', () => {
  const place = { x: 10, y: 20.4, width: 300, height: 400 };
  expect(rectangleInWindow(place, 1.5)).toEqual({ x: 15, y: 31, width: 450, height: 600 });
  for (const none of [null, { ...place, width: 0 }, { ...place, height: 0 }])
    expect(rectangleInWindow(none, 1)).toBeNull();
});
