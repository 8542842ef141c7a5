import { listMessages } from '@shop/contracts/admin/list-messages';
import { useSearchParams } from 'react-router';
import { wholeNumber } from '#lib/format.ts';
import { Pager } from './pager.tsx';

type ListFooterProps = {
  /** Number of rows on this page. */
  shown: number;
  /** Number of rows of the whole list, if it is known. */
  total: string | undefined;
  /** The money of the rows on this page. */
  sum: string | undefined;
  next: string | undefined;
};

/** How many rows are shown, their sum, and links to the other pages. */
export function ListFooter({ shown, total, sum, next }: ListFooterProps) {
  const [search] = useSearchParams();
  const isFirst = !search.get('after');
  const isWhole = isFirst && !next;
  if (shown === 0 && isWhole) return null;

  const count = isWhole ? wholeNumber(shown) : total;
  const rows = isFirst ? listMessages.firstRows(shown, count) : listMessages.laterRows(shown, count);
  const sumText = sum && (isWhole ? listMessages.sumOfList(sum) : listMessages.sumOfPage(sum));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-[13px] text-ink-muted max-tablet:border-line max-tablet:border-t">
      {shown > 0 && <p className="tabular-nums">{[rows, sumText].filter(Boolean).join(' · ')}</p>}
      <Pager next={next} compact className="" />
    </div>
  );
}
