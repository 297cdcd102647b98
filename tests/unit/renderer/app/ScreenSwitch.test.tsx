// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { en } from '../../../support/strings.ts';
import { approvalView, codeView, failedView, methodsView, usernameView } from '../fixtures.ts';
import { key, openWindow, press, type TestWindow } from '../window.tsx';

let window: TestWindow;
beforeEach(async () => {
  window = await openWindow(usernameView());
});

/** The direction of each slide, a covered one in brackets. */
const slides = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('.slide')].map(({ className, hidden }) => {
    const direction = /slide--(\w+)/.exec(className)?.[1] ?? '';
    return hidden ? `(${direction})` : direction;
  });

it('slides a screen in from where the login goes', async () => {
  expect(slides()).toEqual(['none']);
  await window.show(methodsView());
  expect(slides()).toEqual(['onward']);
  await window.show(approvalView());
  expect(slides()).toEqual(['onward']);
  await window.show(approvalView({ link: 'reconnecting' }));
  expect(slides()).toEqual(['onward']);
  await window.show(methodsView());
  expect(slides()).toEqual(['back']);
  await window.show(codeView());
  await window.show(approvalView());
  expect(slides()).toEqual(['none']);
  await window.show(usernameView());
  expect(slides()).toEqual(['back']);
});

it('slides the connection check onward over a screen, which comes back from behind it', async () => {
  await press(en.doctor.open);
  expect(slides()).toEqual(['(back)', 'onward']);
  await key({ key: 'Escape' });
  expect(slides()).toEqual(['back']);
});

it('keeps the direction of a screen that changes behind the connection check', async () => {
  await window.show(failedView('expired'));
  await press(en.doctor.open);
  await window.show(failedView('expired', { serviceText: { message: 'Wait.', details: '' } }));
  expect(slides()).toEqual(['(back)', 'onward']);
});

it('slides onward to a screen that closes the connection check', async () => {
  await press(en.doctor.open);
  await window.show(methodsView());
  expect(slides()).toEqual(['onward']);
});
