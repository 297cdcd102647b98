/** The programs in Python that docs/gate.md shows. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const PAGE = resolve(import.meta.dirname, '..', '..', 'docs', 'gate.md');

/**
 * The whole program of the page that contains this text.
 *
 * @throws if not exactly one does
 */
export function programOfGatePage(part: string): string {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/```python\n(.*?)```/gs)];
  const whole = blocks.flatMap(([, block = '']) =>
    block.includes(part) && block.includes('if __name__ == "__main__":') ? [block] : [],
  );
  const [program] = whole;
  if (program === undefined || whole.length > 1)
    throw new Error(`docs/gate.md has ${String(whole.length)} programs with: ${part}`);
  return program;
}
