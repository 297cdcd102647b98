import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { messages } from '../../../../scripts/lib/messages-plugin.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const checkout = fileURLToPath(new URL('../../../../', import.meta.url));

/** Serves the gallery on a free loopback port. */
export default defineConfig({
  root: here,
  plugins: [react(), messages()],
  cacheDir: `${checkout}out/gallery-cache`,
  server: { host: '127.0.0.1', port: 0, fs: { allow: [checkout] } },
});
