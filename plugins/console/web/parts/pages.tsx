import { Link } from '@tanstack/react-router';
import { type Answer } from '../api/answer.ts';
import { toText } from './address.ts';
import { formatCount } from './number.ts';
import { useView } from './view.tsx';
import './pages.css';

interface Listed {
  readonly meta: {
    readonly pagination: { readonly next_cursor?: string; readonly has_more: boolean };
  };
}

/** Links to other pages of a list. The URL contains the cursor, which is valid for a day. */
export function Pages({ answer: { data, isEarlier } }: { readonly answer: Answer<Listed> }) {
  const { search } = useView();
  // A cursor is only valid with the settings of its page.
  const { next_cursor, has_more } = (isEarlier ? undefined : data?.meta.pagination) ?? {};
  if (search.cursor === undefined && !has_more) return null;
  return (
    <nav aria-label="Pages" className="pages">
      {search.cursor !== undefined && (
        <PageLink label="First page" values={{ cursor: undefined }} />
      )}
      {has_more && <PageLink label="Next page" values={{ cursor: next_cursor }} />}
    </nav>
  );
}

interface NumberedPagesProps {
  readonly of: {
    readonly page: number;
    readonly per_page: number;
    readonly total_rows: number;
    readonly total_pages: number;
  };
}

/** The range of rows that is shown, and links to other pages. */
export function NumberedPages({
  of: { page, per_page: perPage, total_rows: rows, total_pages: pages },
}: NumberedPagesProps) {
  const first = (page - 1) * perPage + 1;
  return (
    <nav aria-label="Pages" className="pages">
      <span className="unit">
        Rows {formatCount(first)} to {formatCount(Math.min(rows, first + perPage - 1))} of{' '}
        {formatCount(rows)}
      </span>
      {page > 1 && <PageLink label="First page" values={{ page: undefined }} />}
      {page > 1 && <PageLink label="Previous page" values={{ page: page - 1 }} />}
      {page < pages && <PageLink label="Next page" values={{ page: page + 1 }} />}
    </nav>
  );
}

function PageLink({
  label,
  values,
}: {
  readonly label: string;
  readonly values: Readonly<Record<string, unknown>>;
}) {
  const { search } = useView();
  return (
    <Link to="." search={{ ...search, ...values }} resetScroll={false} onClick={showList}>
      {label}
    </Link>
  );
}

/** Scrolls to the top of the list. */
const showList = ({ currentTarget }: React.MouseEvent) => {
  const list = currentTarget.closest('nav')?.previousElementSibling;
  list?.scrollIntoView({ block: 'start' });
  list?.scrollTo({ top: 0 });
};

/** The cursor in the URL. */
export function useCursor(): string | undefined {
  return toText(useView().search.cursor) || undefined;
}
