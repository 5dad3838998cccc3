import { counted } from '../../parts/number.ts';

/** Teams of the page whose cost is not asked for yet: the view does so by few at a time. */
export interface AskMore {
  readonly count: number;
  readonly ask: () => void;
}

export function AskMoreButton({
  askMore,
  why,
}: {
  readonly askMore: AskMore | undefined;
  readonly why: string;
}) {
  if (!askMore) return null;
  const { count, ask } = askMore;
  return (
    <p>
      <button type="button" onClick={ask}>
        Ask for the cost of {counted(count, 'more team', 'more teams')}
      </button>{' '}
      <span className="unit">{why}</span>
    </p>
  );
}
