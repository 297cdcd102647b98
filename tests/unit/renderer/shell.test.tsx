// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { App } from '../../../renderer/app/App.tsx';
import { createWindowServices } from '../../../renderer/store/window-services.ts';
import { pageIn } from '../../../scripts/build/page.ts';
import { createFakeBridge } from './fake-bridge.ts';
import { usernameView } from './fixtures.ts';
import { PAGE } from './window.tsx';

const page = pageIn(
  readFileSync(join(import.meta.dirname, '../../../renderer/index.html'), 'utf8'),
  'en',
);

/** Remove the file's indentation: a browser does not render it here. */
const bare = (html: string): string => html.replace(/>\s+</g, '><').trim();

function shell(): Document {
  return new DOMParser().parseFromString(page, 'text/html');
}

it('keeps index.html equal to the first render of React, so that no element moves', () => {
  const main = createFakeBridge(usernameView());
  main.answer('login:get-view', () => new Promise(() => undefined));
  const { container } = render(<App services={createWindowServices(main.bridge, PAGE)} />);
  const root = shell().getElementById('root');
  root?.querySelector('[autofocus]')?.removeAttribute('autofocus');
  expect(bare(root?.innerHTML ?? '')).toBe(bare(container.innerHTML));
});

it('hydrates the same elements, and keeps the text typed in the field', () => {
  const main = createFakeBridge(usernameView());
  main.answer('login:get-view', () => new Promise(() => undefined));
  document.body.innerHTML = `<div id="root">${bare(shell().getElementById('root')?.innerHTML ?? '')}</div>`;
  const root = document.getElementById('root');
  const elements = [...document.querySelectorAll('#root *')];
  const field = document.querySelector<HTMLInputElement>('#username');
  if (root === null || field === null) throw new Error('index.html has no field');
  field.value = 'ali';
  field.focus();
  const mismatches: unknown[] = [];
  const app = <App services={createWindowServices(main.bridge, PAGE)} />;
  render(app, {
    container: root,
    hydrate: true,
    onRecoverableError: (error) => mismatches.push(error),
  });
  expect(mismatches).toEqual([]);
  expect([...document.querySelectorAll('#root *')]).toEqual(elements);
  expect(document.querySelector('#username')).toBe(field);
  expect(field.value).toBe('ali');
  expect(document.activeElement).toBe(field);
});

it('forbids in index.html everything but its own files, and has there no inline script or style', () => {
  const policy = shell()
    .querySelector('meta[http-equiv="Content-Security-Policy"]')
    ?.getAttribute('content');
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ]);
  expect([...shell().querySelectorAll('script')].map((script) => script.textContent)).toEqual(['']);
  expect(shell().querySelectorAll('style, [style]')).toHaveLength(0);
  expect(page).not.toMatch(/\son[a-z]+=/);
});
