import { Link } from '@tanstack/react-router';
import { isNameIn } from './address.ts';
import { useKept, useView } from './view.tsx';
import './tabs.css';

/** The tabs of a view; the URL contains the selected one, unless it is the first. */
export function Tabs<Name extends string>({
  labels,
  shown,
}: {
  readonly labels: Readonly<Record<Name, string>>;
  readonly shown: Name;
}) {
  const kept = useKept();
  const [first] = Object.keys(labels);
  return (
    <nav aria-label="Sections" className="tabs">
      {Object.entries<string>(labels).map(([name, label]) => (
        <Link
          key={name}
          to="."
          search={{ ...kept, tab: name === first ? undefined : name }}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={name === shown ? 'page' : undefined}
          className={name === shown ? 'shown' : ''}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The tab that is selected in the URL. */
export function useTab<Name extends string>(labels: Readonly<Record<Name, string>>): Name {
  const { tab } = useView().search;
  const [first] = Object.keys(labels) as [Name, ...Name[]];
  return isNameIn(labels, tab) ? tab : first;
}
