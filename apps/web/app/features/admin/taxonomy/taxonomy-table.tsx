import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyFieldMessages, taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Form } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { LIST_PATHS } from './taxonomy-kind.ts';

type TaxonomyTableProps = {
  kind: TaxonomyKind;
  items: TaxonomyItem[];
  selectedId?: string;
  /** Not beside an editor, whose unsaved changes would be lost. */
  canMove: boolean;
};

/** In the order of the store, which the arrow buttons change. */
export function TaxonomyTable({ kind, items, selectedId, canMove }: TaxonomyTableProps) {
  const texts = taxonomyMessages[kind];
  const columns = [
    {
      label: taxonomyFieldMessages.name,
      cell: (item: TaxonomyItem) => <Name kind={kind} item={item} isSelected={item.id === selectedId} />,
    },
    { label: texts.products, cell: ({ products }: TaxonomyItem) => products.toLocaleString('en-US'), numeric: true },
  ];
  const order = { label: texts.position, cell: (item: TaxonomyItem) => <Move {...{ kind, item, items }} /> };
  return (
    <Table
      caption={texts.list}
      columns={canMove && items.length > 1 ? [...columns, order] : columns}
      rows={items}
      keyOf={({ id }) => id}
    />
  );
}

function Name({ kind, item, isSelected }: { kind: TaxonomyKind; item: TaxonomyItem; isSelected: boolean }) {
  return (
    <span className="flex items-center gap-3 py-1 max-tablet:flex-row-reverse">
      <Thumbnail src={item.image} size={48} />
      <span className="min-w-0">
        <TextLink
          to={`${LIST_PATHS[kind]}/${item.id}`}
          aria-current={isSelected ? 'true' : undefined}
          className="wrap-anywhere"
        >
          {item.name}
        </TextLink>
        {item.mergingInto && (
          <span className="block pb-1">
            <Badge tone="processing">{taxonomyMessages[kind].merging(item.mergingInto)}</Badge>
          </span>
        )}
      </span>
    </span>
  );
}

function Move({ kind, item: { id, name }, items }: { kind: TaxonomyKind; item: TaxonomyItem; items: TaxonomyItem[] }) {
  const texts = taxonomyMessages[kind];
  return (
    <Form method="post" preventScrollReset className="inline-flex gap-1">
      <IconButton
        type="submit"
        name="up"
        value={id}
        icon={ArrowUp}
        label={texts.moveUp(name)}
        aria-disabled={items[0]?.id === id}
        className="aria-disabled:opacity-40"
      />
      <IconButton
        type="submit"
        name="down"
        value={id}
        icon={ArrowDown}
        label={texts.moveDown(name)}
        aria-disabled={items.at(-1)?.id === id}
        className="aria-disabled:opacity-40"
      />
    </Form>
  );
}
