import { formatAge, formatTime } from './days.ts';

/** "5 minutes ago", with the exact time on hover. */
export function Age({ of: at }: { readonly of: string }) {
  return (
    <time dateTime={at} title={formatTime(at)}>
      {formatAge(at)}
    </time>
  );
}
