'use strict';
// Runs before the app's own preload, in the same world: marks the phases of the page for Chromium's
// trace.
const mark = (name) => performance.mark(`bench: ${name}`);
mark('preload begins');
process.once('loaded', () => mark('preload ends'));
document.addEventListener('focusin', () => mark('field focused'), { once: true });
document.addEventListener('gatehouse-taken-over', () => mark('React has the form'), { once: true });
