import { Fragment } from 'react';
import type { SentenceParts as Parts } from '../../shared/strings/types.ts';

/** A sentence with names from outside the program. Each name keeps its own writing direction. */
export function Sentence({
  parts,
  className,
  nameClassName = 'name',
}: Readonly<{ parts: Parts; className?: string; nameClassName?: string }>) {
  return (
    <p className={className}>
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          <Fragment key={index}>{part}</Fragment>
        ) : (
          <bdi key={index} className={nameClassName}>
            {part.name}
          </bdi>
        ),
      )}
    </p>
  );
}
