// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Brand } from '../../../shared/ipc/channels.ts';
import { INFO } from './fake-bridge.ts';
import { failedView, methodsView, usernameView } from './fixtures.ts';
import { heading, openWindow } from './window.tsx';

const LOGO = 'data:image/png;base64,iVBORw0KGgo=';
const branded = (brand: Partial<Brand>) => ({ brand: { ...INFO.brand, ...brand } });

const root = document.documentElement;
beforeEach(() => {
  root.removeAttribute('class');
  root.removeAttribute('style');
});

describe('a brand', () => {
  it('names the window by the brand until the service names the application', async () => {
    const { show } = await openWindow(usernameView(), branded({ name: 'Northwind Sign-in' }));
    expect(screen.getByRole('banner').textContent).toBe('Northwind Sign-in');
    expect(document.title).toBe(`${heading()} – Northwind Sign-in`);
    await show(methodsView());
    expect(screen.getByRole('banner').textContent).toContain('Payroll');
    expect(document.title).toBe(`${heading()} – Northwind Sign-in`);
  });

  it('shows the logo of the brand in place of the gate, silent beside the name', async () => {
    const { show } = await openWindow(usernameView(), branded({ logo: LOGO }));
    const logo = () => screen.getByRole('banner').querySelector('img');
    expect(logo()?.getAttribute('src')).toBe(LOGO);
    expect(logo()?.getAttribute('alt')).toBe('');
    expect(screen.getByRole('banner').querySelector('svg.gate')).toBe(null);
    await show(methodsView());
    expect(logo()?.getAttribute('src')).toBe(LOGO);
  });

  it('keeps the mark of a denial, which says more than the logo of the brand', async () => {
    await openWindow(failedView('denied'), branded({ logo: LOGO }));
    expect(screen.getByRole('banner').querySelector('img')).toBe(null);
    expect(screen.getByRole('banner').querySelector('svg')).not.toBe(null);
  });

  it('gives the page the colours of the brand in each theme that has one, and leaves it plain without colours', async () => {
    const names = ['light', 'light-strong', 'dark', 'dark-strong'];
    const painted = () => [
      ...root.classList,
      ...names.map((name) => root.style.getPropertyValue(`--brand-${name}`)),
    ];
    const light = { accent: '#1a5fb4', strong: '#165199' };
    const dark = { accent: '#ffd400', strong: '#ffda26' };
    await openWindow(usernameView(), branded({ accent: { light, dark } }));
    expect(painted()).toEqual([
      'branded-light',
      'branded-dark',
      '#1a5fb4',
      '#165199',
      '#ffd400',
      '#ffda26',
    ]);
    await openWindow(usernameView(), branded({ accent: { light, dark: null } }));
    expect(painted()).toEqual(['branded-light', '#1a5fb4', '#165199', '', '']);
    await openWindow(usernameView());
    expect(painted()).toEqual(['', '', '', '']);
  });

  it.each([
    [{ help: 'The service desk can help.', helpAddress: null }, 'The service desk can help.'],
    [{ help: null, helpAddress: '+49 30 4711' }, 'Your administrator can help. +49 30 4711'],
    [{ help: 'Call us:', helpAddress: '4711' }, 'Call us: 4711'],
    [{ help: '<img src=x onerror=alert(1)>', helpAddress: null }, '<img src=x onerror=alert(1)>'],
  ])('shows the contact for help of the brand as text: %j', async (brand, said) => {
    const { show } = await openWindow(usernameView(), branded(brand));
    expect(screen.getByRole('contentinfo').querySelector(':scope > span')?.textContent).toBe(said);
    await show(methodsView());
    expect(screen.getByRole('contentinfo').textContent).toBe(said);
    expect(screen.getByRole('contentinfo').querySelector('img')).toBe(null);
  });

  it('reports to main that the page is drawn after it asked for the brand', async () => {
    const { main } = await openWindow(usernameView(), branded({ name: 'Northwind Sign-in' }));
    await waitFor(() => {
      expect(main.calls.map(({ name }) => name)).toContain('app:report-drawn');
    });
    const calls = main.calls.map(({ name }) => name);
    expect(calls.indexOf('app:report-drawn')).toBeGreaterThan(calls.indexOf('app:get-info'));
  });
});
