import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT, textOf } from '../../../scripts/lib/repository-files.ts';

it('starts in .vscode/launch.json only programs that are there', () => {
  const programs = [...textOf('.vscode/launch.json').matchAll(/\$\{workspaceFolder\}(\/[^"]+)/g)];
  expect(programs).toHaveLength(3);
  for (const [, path = ''] of programs) expect(existsSync(ROOT + path), path).toBe(true);
});
