import { adminMessages } from '@shop/contracts/admin/messages';
import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';

type PagerProps = {
  /** The cursor after the last row, undefined on the last page. */
  next: string | undefined;
  /** The parameter with the cursor, where a page has several lists. */
  name?: string;
  className?: string;
  compact?: boolean;
};

/** Pagination links that keep the filters, without what belongs to the response of a form. */
export function Pager({ next, name: cursor = 'after', className = 'mt-6', compact }: PagerProps) {
  const { pathname, search } = useLocation();
  const first = new URLSearchParams(search);
  const after = first.get(cursor);
  for (const name of [cursor, 'done', 'delete']) first.delete(name);
  const following = new URLSearchParams(first);
  if (next) following.set(cursor, next);
  if (!after && !next) return null;
  return (
    <nav aria-label={adminMessages.pages} className={classes('flex flex-wrap gap-4', className)}>
      {next && (
        <ButtonLink to={`${pathname}?${following}`} look="secondary" compact={compact} rel="next">
          {adminMessages.nextPage}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink to={first.size > 0 ? `${pathname}?${first}` : pathname} look="quiet" compact={compact}>
          {adminMessages.firstPage}
        </ButtonLink>
      )}
    </nav>
  );
}
