import { type ReactNode } from 'react';
import { Unknown } from './money.tsx';
import './facts.css';

interface FactsProps {
  /** By name, in the order in which they are read. What is undefined is unknown. */
  readonly of: Readonly<Record<string, ReactNode>>;
}

/** What there is to know of one resource, besides its numbers. */
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
