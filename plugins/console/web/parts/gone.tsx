import { type Answer, isApiError } from '../api/answer.ts';
import './panel.css';

/** Whether the API has no current data of a resource, which may still have history. */
export const isGone = ({ error }: Answer<unknown>, kind: string): boolean =>
  error !== undefined && isApiError(error) && error.code === `${kind.toUpperCase()}_NOT_FOUND`;

/** In place of the panels about the current state. */
export const Gone = ({ kind }: { readonly kind: string }) => (
  <section className="panel" aria-label="Not reported">
    <p className="empty">This {kind} is not reported now. Its history, if it has any, remains.</p>
  </section>
);
