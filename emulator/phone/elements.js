/**
 * Small helpers that build the page from text nodes only: nothing that a server says is ever read
 * as HTML.
 */

/**
 * Makes an element.
 *
 * @param {string} tag
 * @param {Record<string, unknown>} properties `class`, `on…` listeners, `data-…` and other
 *   attributes
 * @param {...(Node | string | null)} children texts become text nodes, null is left out
 */
export function element(tag, properties = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A line drawing from path data on a 24 × 24 grid. */
export function icon(paths) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  for (const data of paths) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', data);
    svg.append(path);
  }
  return svg;
}

/** A ring that empties; `share` is what is left, 0 to 1. */
export function ring(share) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 36 36');
  svg.setAttribute('class', 'ring');
  svg.setAttribute('aria-hidden', 'true');
  for (const name of ['ring-track', 'ring-rest']) {
    const circle = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
    circle.setAttribute('class', name);
    circle.setAttribute('cx', '18');
    circle.setAttribute('cy', '18');
    circle.setAttribute('r', '15.9155');
    svg.append(circle);
  }
  setRing(svg, share);
  return svg;
}

export function setRing(svg, share) {
  svg.lastElementChild.setAttribute('stroke-dasharray', `${String(Math.max(0, share) * 100)} 100`);
}

/**
 * Makes the children of `parent` the ones that `wanted` says, keeping a child whose key and content
 * stay the same, so that focus and selection survive an update.
 *
 * @param {Element} parent
 * @param {{ key: string; content: unknown; make: () => Element }[]} wanted
 */
export function reconcile(parent, wanted) {
  const present = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  const focusKey = document.activeElement?.getAttribute('data-focus') ?? null;
  const next = wanted.map(({ key, content, make }) => {
    const stamp = JSON.stringify(content);
    const old = present.get(key);
    if (old !== undefined && old.dataset.stamp === stamp) return old;
    const made = make();
    made.dataset.key = key;
    made.dataset.stamp = stamp;
    return made;
  });
  const isSame =
    next.length === parent.children.length &&
    next.every((node, index) => node === parent.children[index]);
  if (isSame) return;
  parent.replaceChildren(...next);
  if (focusKey === null || document.activeElement?.getAttribute('data-focus') === focusKey) return;
  parent.querySelector(`[data-focus="${CSS.escape(focusKey)}"]`)?.focus({ preventScroll: true });
}

/** A button that copies `text` and says so. */
export function copyButton(text, name) {
  const button = element(
    'button',
    { type: 'button', class: 'quiet copy', 'data-focus': `copy ${name}` },
    'Copy',
  );
  button.setAttribute('aria-label', `Copy ${name}`);
  button.addEventListener('click', async () => {
    const done = await copyText(text);
    button.textContent = done ? 'Copied' : 'Not copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1200);
  });
  return button;
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
