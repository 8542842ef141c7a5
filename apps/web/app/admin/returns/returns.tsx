import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import { listReturns } from '@shop/contracts/returns/admin-operations';
import type { ReturnSummary } from '@shop/contracts/returns/admin-schema';
import { returnStatusLabels } from '@shop/contracts/returns/messages';
import { Undo2 } from 'lucide-react';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Age, SecondLine } from '#admin/kit/cells.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ReturnBadge } from '#shop/returns/order-returns.tsx';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/returns';

export const loader = ({ request, url }: Route.LoaderArgs) => loadAdminList(request, listReturns, url.searchParams);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function ReturnsPage({ loaderData: { items, next, errors, now } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={texts.title}
      actions={
        useCan()('analytics.read') && (
          <ButtonLink to="/admin/returns/reasons" look="secondary">
            {texts.reasons}
          </ButtonLink>
        )
      }
    >
      <AdminList
        label={texts.title}
        caption={texts.title}
        filters={<ChoiceFilter label={texts.status} name="status" of={returnStatusLabels} any={texts.anyStatus} />}
        errors={errors}
        columns={returnColumns(now)}
        card={RETURN_CARD}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{ icon: Undo2, title: texts.none, hint: texts.noneYet, filtered: texts.noneFound }}
      />
    </AdminPage>
  );
}

const RETURN_CARD = 'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const RIGHT = 'max-tablet:col-start-2 max-tablet:justify-self-end';

const returnColumns = (now: Date): ListColumn<ReturnSummary>[] => [
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
