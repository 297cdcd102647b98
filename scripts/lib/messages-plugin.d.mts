/** The types of messages-plugin.mjs for vite.config.ts, which is TypeScript. */
import type { Plugin } from 'vite';

export function messages(): Plugin;
export function withoutParser(): Plugin;
