import { Link } from '@tanstack/react-router';
import { type Answer } from '../api/answer.ts';
import { toText } from './address.ts';
import { useView } from './view.tsx';
import './pages.css';

interface Listed {
  readonly meta: {
    readonly pagination: { readonly next_cursor?: string; readonly has_more: boolean };
  };
}

/** The way to the other pages of a list. The address holds the cursor, which lives for a day. */
export function Pages({ answer: { data } }: { readonly answer: Answer<Listed> }) {
  const { search } = useView();
  const { next_cursor, has_more } = data?.meta.pagination ?? {};
  if (search.cursor === undefined && !has_more) return null;
  return (
    <nav aria-label="Pages" className="pages">
      {search.cursor !== undefined && (
        <Link
          to="."
          search={{ ...search, cursor: undefined }}
          resetScroll={false}
          onClick={showList}
        >
          First page
        </Link>
      )}
      {has_more && (
        <Link
          to="."
          search={{ ...search, cursor: next_cursor }}
          resetScroll={false}
          onClick={showList}
        >
          Next page
        </Link>
      )}
    </nav>
  );
}

/** Scrolls to the head of the list that the pages are of. */
const showList = ({ currentTarget }: React.MouseEvent) =>
  currentTarget.closest('nav')?.previousElementSibling?.scrollIntoView({ block: 'start' });

/** The cursor in the address. */
export function useCursor(): string | undefined {
  return toText(useView().search.cursor) || undefined;
}
