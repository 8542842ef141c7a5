import { listAllCollections } from '@shop/contracts/catalog/admin-operations';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import type { AdminCollection } from '@shop/contracts/catalog/collection-admin-schema';
import { Layers } from 'lucide-react';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { QuietState, SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import type { Route } from './+types/collections';
import { OrganizeTabs } from './organize-tabs.tsx';

export const loader = async ({ request }: Route.LoaderArgs) => ({
  collections: await apiFor(request).read(listAllCollections),
});

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { deleted: texts.deleted };

export default function CollectionsPage({ loaderData: { collections } }: Route.ComponentProps) {
  const add = useCan()('products.write') && <ButtonLink to="/admin/collections/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={collections.length > 0 && add}>
      <FlashMessage texts={DONE} />
      <AdminList
        label={texts.title}
        caption={texts.list}
        tabs={<OrganizeTabs />}
        columns={COLLECTION_COLUMNS}
        card={COLLECTION_CARD}
        rows={collections}
        keyOf={({ id }) => id}
        next={undefined}
        empty={{ icon: Layers, title: texts.none, hint: texts.noneHint, action: add }}
      />
    </AdminPage>
  );
}

/** Picture and name left, status and number of products right. */
const COLLECTION_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';

const COLLECTION_COLUMNS: ListColumn<AdminCollection>[] = [
  {
    key: 'collection',
    label: texts.collection,
    className: 'max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (collection) => <Name {...collection} />,
  },
  {
    key: 'status',
    label: texts.status,
    className: 'tablet:w-32 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:justify-self-end',
    cell: ({ status }) =>
      status === 'published' ? (
        <QuietState dot="good">{texts.statuses.published}</QuietState>
      ) : (
        <Badge tone="other">{texts.statuses[status]}</Badge>
      ),
  },
  {
    key: 'products',
    label: texts.products,
    numeric: true,
    className: 'tablet:w-44 max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:text-[13px]',
    cell: (collection) => <Count {...collection} />,
  },
];

function Name({ id, name, image, kind }: AdminCollection) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={image} size={36} className="max-tablet:size-11" />
      <span className="min-w-0">
        <RowLink to={`/admin/collections/${id}`} className="block truncate">
          {name}
        </RowLink>
        <SecondLine>{texts.kinds[kind]}</SecondLine>
      </span>
    </span>
  );
}

/** No products: the page is empty, which is rarely intended. */
function Count({ productCount, refreshing }: AdminCollection) {
  if (refreshing) return <span className="text-ink-muted">{texts.updating}</span>;
  return (
    <span className={productCount === '0' ? 'font-semibold text-rose' : undefined}>
      {texts.productCount(productCount)}
      <span className="tablet:hidden"> {texts.productWord(productCount)}</span>
    </span>
  );
}
