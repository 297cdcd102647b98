// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it } from 'vitest';
import { App } from '../../../../renderer/app/App.tsx';
import { createWindowServices } from '../../../../renderer/store/window-services.ts';
import type { IpcAnswer } from '../../../../shared/ipc/contract.ts';
import { success } from '../../../../shared/result.ts';
import { createFakeBridge, refusal } from '../fake-bridge.ts';
import {
  accountWaitingView,
  approvalView,
  codeView,
  failedView,
  methodsView,
  succeededView,
  usernameView,
} from '../fixtures.ts';
import {
  assertive,
  button,
  enter,
  heading,
  openWindow,
  PAGE,
  press,
  settle,
  type,
} from '../window.tsx';
import { en } from '../../../support/strings.ts';

describe('revisions', () => {
  it('ignores a view with a lower or equal revision', async () => {
    const { show } = await openWindow(usernameView());
    await show(approvalView(), 7);
    await show(usernameView(), 6);
    await show(methodsView(), 7);
    expect(heading()).toBe('Approve on your phone');
    await show(methodsView(), 8);
    expect(heading()).toBe('Confirm it is you');
  });

  it('keeps a view that came before the answer to the first question', async () => {
    const main = createFakeBridge(usernameView());
    let answer: (value: IpcAnswer<never>) => void = () => undefined;
    main.answer('login:get-view', () => new Promise((resolve) => (answer = resolve)));
    render(<App services={createWindowServices(main.bridge, PAGE)} />);
    await settle();
    act(() => main.show(methodsView(), 3));
    answer(success({ revision: 2, atMs: 0, view: usernameView() }) as IpcAnswer<never>);
    await settle();
    expect(heading()).toBe('Confirm it is you');
  });
});

describe('subscription', () => {
  it('subscribes to main once under StrictMode, and ends that with the unmount', async () => {
    const main = createFakeBridge(usernameView());
    const services = createWindowServices(main.bridge, PAGE);
    const { unmount } = render(
      <StrictMode>
        <App services={services} />
      </StrictMode>,
    );
    await settle();
    expect(main.listenerCount()).toBe(1);
    act(() => main.show(methodsView()));
    expect(heading()).toBe('Confirm it is you');
    unmount();
    expect(main.listenerCount()).toBe(0);
  });

  it('listens for views before it asks for the first', () => {
    const main = createFakeBridge(usernameView());
    let listenersWhenAsked = -1;
    main.answer('login:get-view', () => {
      listenersWhenAsked = main.listenerCount();
      return new Promise(() => undefined);
    });
    createWindowServices(main.bridge, PAGE).connect();
    expect(listenersWhenAsked).toBe(1);
  });
});

describe('an answer that is not ok', () => {
  it.each(['ipc-denied', 'ipc-invalid', 'not-now', 'internal'] as const)(
    'shows and speaks the refusal of a command: %s',
    async (code) => {
      const { main } = await openWindow(codeView());
      main.answer('login:submit-code', refusal(code));
      await enter('Code');
      expect(screen.getByRole('main').textContent).toContain(en.trouble[code]);
      expect(assertive()).toBe(en.trouble[code]);
    },
  );

  it('shows a call that throws as a fault of the program, without its words', async () => {
    const { main } = await openWindow(approvalView());
    main.answer('login:cancel', () => Promise.reject(new Error('<stack>')));
    await press('Cancel');
    expect(screen.getByRole('main').textContent).toContain(en.trouble.internal);
    expect(document.body.textContent).not.toContain('<stack>');
  });

  it('removes the refusal of a command with the next view', async () => {
    const { main, show } = await openWindow(approvalView());
    main.answer('login:go-back', refusal('not-now'));
    await press('Other methods');
    await show(methodsView());
    expect(screen.getByRole('main').textContent).not.toContain(en.trouble['not-now']);
  });

  it('does not show a failed copy as copied', async () => {
    const { main } = await openWindow(failedView('expired'));
    main.answer('app:copy-text', refusal('internal'));
    await press('Copy the reference');
    expect(button('Copy the reference').textContent).not.toContain('Copied');
    expect(screen.getByRole('main').textContent).toContain(en.trouble.internal);
  });

  it('offers to ask again for a view that could not be got', async () => {
    const main = createFakeBridge(methodsView());
    main.answer('login:get-view', refusal('internal'));
    render(<App services={createWindowServices(main.bridge, PAGE)} />);
    await settle();
    expect(screen.getByRole('main').textContent).toContain(en.trouble.internal);
    main.answer('login:get-view', () =>
      Promise.resolve(success({ revision: 1, atMs: 0, view: methodsView() }) as IpcAnswer<never>),
    );
    await press('Try again');
    expect(heading()).toBe('Confirm it is you');
  });

  it('says that there is no bridge, and keeps the window', async () => {
    render(<App services={createWindowServices(null, PAGE)} />);
    await settle();
    expect(screen.getByRole('main').textContent).toContain(en.trouble['no-bridge']);
    type('Username', 'alice');
    await enter('Username');
    expect(screen.getByRole('main').textContent).toContain(en.trouble['no-bridge']);
  });
});

describe('texts that are not ours', () => {
  const MARKUP = '<img src=x onerror="window.hacked=1"><b>bold</b>';

  it('shows texts of others as text, never as markup', async () => {
    const serviceText = { message: MARKUP, details: `${MARKUP}2` };
    const requester = { application: MARKUP, company: MARKUP };
    const { show } = await openWindow(
      failedView('unknown-exception', { serviceText, requester, reference: MARKUP }),
    );
    const markup = (): number => document.querySelectorAll('img, b').length;
    expect(screen.getByRole('figure').textContent).toBe(`The service says${MARKUP}${MARKUP}2`);
    expect(markup()).toBe(0);
    await show(
      methodsView({ username: MARKUP, requester, notice: { kind: 'choose-again', serviceText } }),
    );
    expect(screen.getByRole('main').textContent).toContain(MARKUP);
    await show(codeView({ requester, problem: { kind: 'wrong', serviceText, tries: 1 } }));
    await show(approvalView({ requester, hostName: MARKUP, phoneNumber: MARKUP }));
    expect(screen.getByRole('main').textContent).toContain(MARKUP);
    await show(accountWaitingView({ requester, username: MARKUP, webUri: `https://x/?${MARKUP}` }));
    expect(screen.getByRole('main').textContent).toContain(MARKUP);
    await show(succeededView({ outcome: 'bypassed', requester, username: MARKUP, serviceText }));
    expect(markup()).toBe(0);
    expect('hacked' in window).toBe(false);
  });

  it('makes no link and no frame of an address', async () => {
    await openWindow(accountWaitingView({ webUri: 'javascript:alert(1)', canOpen: false }));
    expect(document.querySelectorAll('a, iframe, [src], [href]')).toHaveLength(0);
  });

  it('keeps the writing direction of names and of the words of the service', async () => {
    const { show } = await openWindow(methodsView({ username: 'فاطمة' }));
    expect(screen.getByText('فاطمة').tagName).toBe('BDI');
    const requester = { application: 'رواتب', company: '' };
    const serviceText = { message: 'مرحبا', details: null };
    await show(succeededView({ outcome: 'bypassed', requester, username: 'فاطمة', serviceText }));
    expect(screen.getByText('فاطمة').tagName).toBe('BDI');
    expect(screen.getByText('رواتب').tagName).toBe('BDI');
    expect(screen.getByText('مرحبا').closest('blockquote')?.dir).toBe('auto');
  });
});
