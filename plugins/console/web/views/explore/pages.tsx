import { formatCount } from '../../parts/number.ts';

/** Which rows are shown of how many, and the way to the others. */
export function Pages({
  page,
  perPage,
  rows,
  pages,
  onPage,
}: {
  readonly page: number;
  readonly perPage: number;
  readonly rows: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}) {
  const first = (page - 1) * perPage + 1;
  return (
    <nav className="pages" aria-label="Pages">
      <span className="unit">
        Rows {formatCount(first)} to {formatCount(Math.min(rows, first + perPage - 1))} of{' '}
        {formatCount(rows)}
      </span>
      {pages > 1 && (
        <>
          <button type="button" disabled={page <= 1} onClick={() => onPage(1)}>
            First page
          </button>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous page
          </button>
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            Next page
          </button>
        </>
      )}
    </nav>
  );
}
