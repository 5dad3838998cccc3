import { type ReactNode } from 'react';
import { Unknown } from './money.tsx';
import './facts.css';

interface FactsProps {
  /** By name, in display order; undefined values are shown as unknown. */
  readonly of: Readonly<Record<string, ReactNode>>;
}

/** Properties of a resource. */
export function Facts({ of: facts }: FactsProps) {
  return (
    <dl className="facts">
      {Object.entries(facts).map(([name, fact]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{fact === undefined || fact === '' ? <Unknown /> : fact}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Labels({ of: labels }: { readonly of: Readonly<Record<string, string>> }) {
  const all = Object.entries(labels);
  if (all.length === 0) return null;
  return (
    <ul className="labels" aria-label="Labels">
      {all.map(([key, value]) => (
        <li key={key}>
          <code>{value === '' ? key : `${key}=${value}`}</code>
        </li>
      ))}
    </ul>
  );
}
