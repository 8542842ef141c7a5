import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import type { ReturnSummary } from '@shop/contracts/returns/admin-schema';
import { Age, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { ReturnBadge } from '#shop/returns/order-returns.tsx';

export const RETURN_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const RIGHT = 'max-tablet:col-start-2 max-tablet:justify-self-end';

export const returnColumns = (now: Date): ListColumn<ReturnSummary>[] => [
  {
    key: 'order',
    label: texts.order,
    className: 'max-tablet:row-start-1',
    cell: ({ id, number, customer }) => (
      <>
        <RowLink to={`/admin/returns/${id}`} className="block truncate tabular-nums">
          #{number}
        </RowLink>
        <SecondLine>{customer}</SecondLine>
      </>
    ),
  },
  {
    key: 'items',
    label: texts.items,
    className: 'tablet:w-48 max-tablet:row-start-2',
    cell: ({ units, exchanges }) => texts.unitsOf(units, exchanges),
  },
  {
    key: 'date',
    label: texts.requested,
    className: `tablet:w-40 max-tablet:row-start-1 ${RIGHT}`,
    cell: ({ requestedAt }) => <Age at={requestedAt} now={now} className="text-ink-soft" />,
  },
  {
    key: 'status',
    label: texts.status,
    className: `tablet:w-32 max-tablet:row-start-2 ${RIGHT}`,
    cell: ({ status }) => <ReturnBadge status={status} />,
  },
];
