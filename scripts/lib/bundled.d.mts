/** The types of bundled.mjs for vite.config.ts, which is TypeScript. */
import type { Plugin } from 'vite';

export interface BundledPackage {
  /** from the root of the checkout */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

export function recordBundled(file: string): Plugin;
export function recordSide(side: string): Plugin;
export function bundledPackages(): BundledPackage[];
export function readList(file: string): BundledPackage[];
export function packagesOf(ids: readonly string[]): BundledPackage[];
