import type { ReactNode } from 'react';

/** A row of the list. A row with an empty value is not shown. */
export type Fact = Readonly<{ label: string; value: ReactNode }>;

export function Facts({
  facts,
  label = null,
}: Readonly<{ facts: readonly Fact[]; label?: string | null }>) {
  const shown = facts.filter(({ value }) => value !== null && value !== '');
  if (shown.length === 0) return null;
  return (
    <div className="facts">
      {label === null ? null : <p>{label}</p>}
      <dl>
        {shown.map((fact) => (
          <div key={fact.label} className="facts__row">
            <dt>{fact.label}</dt>
            <dd>
              <bdi>{fact.value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
