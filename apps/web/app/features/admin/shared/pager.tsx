import { adminMessages } from '@shop/contracts/admin/messages';
import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';

/** Pagination links that keep the filters. `next` is the cursor after the last row, undefined on the last page. */
export function Pager({ next }: { next: string | undefined }) {
  const { pathname, search } = useLocation();
  const { after, ...filters } = Object.fromEntries(new URLSearchParams(search));
  const first = new URLSearchParams(filters);
  const following = next && new URLSearchParams({ ...filters, after: next });
  if (!after && !following) return null;
  return (
    <nav aria-label={adminMessages.pages} className="mt-6 flex flex-wrap gap-4">
      {following && (
        <ButtonLink to={`${pathname}?${following}`} look="secondary" rel="next">
          {adminMessages.nextPage}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink to={first.size > 0 ? `${pathname}?${first}` : pathname} look="quiet">
          {adminMessages.firstPage}
        </ButtonLink>
      )}
    </nav>
  );
}
