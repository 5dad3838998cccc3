import './level.css';

const dots = { low: '●○○', medium: '●●○', high: '●●●' } as const;

/** A risk or a priority, as a word and as dots. */
export function Level({ of: level }: { readonly of: keyof typeof dots }) {
  return (
    <span className={`level ${level}`}>
      <span className="level-dots" aria-hidden="true">
        {dots[level]}
      </span>{' '}
      {level}
    </span>
  );
}
