import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { type Absence, findAbsence, useAnswer, useSession } from '../api/answer.ts';
import { organization } from '../api/questions.ts';
import { docsUrl, endSession, useLimit } from '../api/session.ts';
import { counted } from '../parts/number.ts';
import { useKept, View } from '../parts/view.tsx';
import { chooseTheme, currentTheme, type Theme } from './theme.ts';
import './frame.css';

/** The views, each with the operation that it requires. */
const views = [
  { to: '/', label: 'Overview', needs: undefined },
  { to: '/explore', label: 'Explore', needs: 'queryCostExplorer' },
  { to: '/clusters', label: 'Clusters', needs: 'listClusters' },
  { to: '/recommendations', label: 'Recommendations', needs: 'listRecommendations' },
  { to: '/teams', label: 'Teams', needs: 'listTeams' },
  { to: '/export', label: 'Export', needs: 'exportFocus' },
] as const;

export function Frame() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  return (
    <div className="frame">
      <a className="skip" href="#view" onClick={focusView}>
        Skip to content
      </a>
      <header className="sidebar">
        <div className="brand">
          <Link to="/">Costplane</Link>
          <button
            type="button"
            className="menu"
            aria-expanded={isMenuOpen}
            aria-controls="menu"
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            Menu
          </button>
        </div>
        <div
          id="menu"
          className={isMenuOpen ? 'menu-body open' : 'menu-body'}
          onClick={({ target }) => target instanceof HTMLAnchorElement && setMenuOpen(false)}
        >
          <Views />
          <Foot />
        </div>
      </header>
      <Outlet />
    </div>
  );
}

function focusView(event: React.MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#view')?.focus();
}

function Views() {
  const session = useSession();
  const kept = useKept();
  const known = views.map((view) => ({
    ...view,
    absence: view.needs && findAbsence(session, view.needs),
  }));
  const absent = known.filter(({ absence }) => absence !== undefined);
  return (
    <>
      <nav aria-label="Views">
        <ul className="views">
          {known
            .filter(({ absence }) => absence === undefined)
            .map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  search={kept as never}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                >
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      {absent.map(({ to, label, absence }) => (
        <p key={to} className="unit">
          {label}: {absence && why(absence)}
        </p>
      ))}
    </>
  );
}

const why = (absence: Absence) =>
  absence.kind === 'scope' ? `the key lacks ${absence.scope}` : 'not served here';

function Foot() {
  const { scopes, clusters, requestsPerMinute, operations } = useSession();
  const { remaining } = useLimit();
  const [isKeyShown, setKeyShown] = useState(false);
  return (
    <div className="foot">
      {'getDocs' in operations && <a href={docsUrl}>API docs</a>}
      <details onToggle={({ currentTarget: { open } }) => setKeyShown(open)}>
        <summary>Your key</summary>
        {isKeyShown && <OrganizationName />}
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
        <p>{clusters === null ? 'All clusters' : counted(clusters.length, 'cluster')}</p>
      </details>
      <p className="unit" aria-live="off">
        {remaining ?? requestsPerMinute} of {requestsPerMinute} requests left this minute
      </p>
      <ThemeChoice />
      <button type="button" className="quiet" onClick={endSession}>
        Sign out
      </button>
    </div>
  );
}

function OrganizationName() {
  const { data } = useAnswer(organization());
  return <p>{data?.data.metadata.name}</p>;
}

function ThemeChoice() {
  const [theme, setTheme] = useState(currentTheme());
  const other: Theme = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="quiet"
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      {other === 'dark' ? 'Dark' : 'Light'} theme
    </button>
  );
}

export function NoSuchView() {
  return (
    <View title="Page not found">
      <p>
        This URL does not exist. <Link to="/">Go to the overview</Link>
      </p>
    </View>
  );
}
