import { type ReactNode } from 'react';
import './figures.css';

/** The numbers that a person came for, each with what it is. */
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
