import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import { type exportReturnReasons, getReturnReasons } from '@shop/contracts/returns/admin-operations';
import type { ReturnReasonRow } from '@shop/contracts/returns/admin-schema';
import { RETURN_REASONS } from '@shop/contracts/returns/constants';
import { returnReasonLabels } from '@shop/contracts/returns/messages';
import { Undo2 } from 'lucide-react';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { SecondLine } from '#admin/kit/cells.tsx';
import { ExportLink } from '#admin/kit/export-link.tsx';
import { DateFilter } from '#admin/kit/filter-chip.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { apiUrl } from '#lib/browser-api.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { sizeText } from '#shop/returns/return-draft.ts';
import type { Route } from './+types/reasons';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, getReturnReasons, url.searchParams);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.reasons);

const COLUMNS: ListColumn<ReturnReasonRow>[] = [
  {
    key: 'product',
    label: texts.product,
    cell: ({ productId, name, options }) => (
      <>
        <RowLink to={`/admin/products/edit/${productId}`} className="block truncate">
          {name}
        </RowLink>
        <SecondLine>{sizeText(options)}</SecondLine>
      </>
    ),
  },
  { key: 'units', label: texts.units, className: 'tablet:w-20', cell: ({ units }) => units },
  {
    key: 'reasons',
    label: texts.reason,
    className: 'tablet:w-1/2',
    cell: ({ reasons }) =>
      RETURN_REASONS.filter((reason) => reasons[reason])
        .map((reason) => `${returnReasonLabels[reason]}: ${reasons[reason]}`)
        .join(' · '),
  },
];

export default function ReasonsPage({ loaderData: { items, next, errors } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={texts.reasons}
      above={[{ label: texts.title, to: '/admin/returns' }]}
      actions={<ExportLink to={apiUrl<typeof exportReturnReasons>('GET /admin/returns/reasons/export', {})} />}
    >
      <p className="mb-4 text-ink-muted text-small">{texts.reasonsHint}</p>
      <AdminList
        label={texts.reasons}
        caption={texts.reasons}
        filters={<DateFilter label={texts.period} from={texts.from} to={texts.to} errors={errors} />}
        errors={errors}
        columns={COLUMNS}
        rows={items}
        keyOf={({ productId, options }) => `${productId} ${sizeText(options)}`}
        next={next}
        empty={{ icon: Undo2, title: texts.none, hint: texts.noReasons }}
      />
    </AdminPage>
  );
}
