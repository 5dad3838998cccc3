import { type ReactNode } from 'react';
import './figures.css';

/** The key figures of a view, each with a label. */
export const Figures = ({ children }: { readonly children: ReactNode }) => (
  <dl className="figures">{children}</dl>
);

export function Figure({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
