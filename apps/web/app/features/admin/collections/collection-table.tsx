import { adminCollectionMessages as texts } from '@shop/contracts/catalog/admin-collection-messages';
import type { AdminCollection } from '@shop/contracts/catalog/admin-collection-schema';
import { Badge } from '#ui/badge.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

const TONES = { published: 'delivered', draft: 'other' } as const;

const COLUMNS = [
  { label: texts.collection, cell: (collection: AdminCollection) => <Name {...collection} /> },
  {
    label: texts.status,
    short: true,
    cell: ({ status }: AdminCollection) => <Badge tone={TONES[status]}>{texts.statuses[status]}</Badge>,
  },
  { label: texts.products, numeric: true, cell: (collection: AdminCollection) => <Count {...collection} /> },
];

export function CollectionTable({ collections }: { collections: AdminCollection[] }) {
  return <Table caption={texts.list} columns={COLUMNS} rows={collections} keyOf={({ id }) => id} />;
}

function Name({ id, name, image, kind }: AdminCollection) {
  return (
    <span className="flex items-center gap-3 py-1 max-tablet:flex-row-reverse">
      <Thumbnail src={image} size={48} />
      <span className="min-w-0">
        <TextLink to={`/admin/collections/${id}`} className="wrap-anywhere">
          {name}
        </TextLink>
        <span className="block text-ink-muted">{texts.kinds[kind]}</span>
      </span>
    </span>
  );
}

/** No products: the page is empty, which is rarely intended. */
function Count({ productCount, refreshing }: AdminCollection) {
  if (refreshing) return <span className="text-ink-muted">{texts.updating}</span>;
  return (
    <span className={productCount === '0' ? 'font-semibold text-cancelled' : undefined}>
      {texts.productCount(productCount)}
    </span>
  );
}
