import { uiMessages } from '@shop/contracts/common/ui-messages';
import { ButtonLink } from './button.tsx';

type PaginationProps = {
  shown: number;
  /** The count of the API: exact, or '10000+'. */
  total: string;
  /** URL of the list with one more page; undefined on the last page. */
  more: string | undefined;
};

/** 'Show more' is a real link, so that it works without JavaScript and can be opened or shared. */
export function Pagination({ shown, total, more }: PaginationProps) {
  return (
    <div className="flex flex-col items-center gap-4 py-8">
      <p role="status" className="text-small text-ink-soft tabular-nums">
        {uiMessages.shownOf(shown, total)}
      </p>
      {more && (
        <ButtonLink look="secondary" to={more} preventScrollReset rel="next">
          {uiMessages.showMore}
        </ButtonLink>
      )}
    </div>
  );
}
