import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyFieldMessages, taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Form } from 'react-router';
import { SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { wholeNumber } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { LIST_PATHS } from './taxonomy-kind.ts';

/** Picture, name and number of products left, the buttons of the order right. */
export const TAXONOMY_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3';

type TaxonomyColumns = {
  kind: TaxonomyKind;
  items: TaxonomyItem[];
  selectedId: string | undefined;
  /** Not beside an editor, whose unsaved changes would be lost. */
  canMove: boolean;
};

/** The list is in the order of the store, which the arrow buttons change. */
export function taxonomyColumns({ kind, items, selectedId, canMove }: TaxonomyColumns): ListColumn<TaxonomyItem>[] {
  const texts = taxonomyMessages[kind];
  const columns: ListColumn<TaxonomyItem>[] = [
    {
      key: 'name',
      label: taxonomyFieldMessages.name,
      cell: (item) => <Name kind={kind} item={item} isSelected={item.id === selectedId} />,
    },
    {
      key: 'products',
      label: texts.products,
      numeric: true,
      className: 'tablet:w-28 max-tablet:hidden',
      cell: ({ products }) => wholeNumber(products),
    },
  ];
  if (!canMove || items.length < 2) return columns;
  return [
    ...columns,
    {
      key: 'position',
      label: texts.position,
      className: 'tablet:w-32',
      cell: (item) => <Move kind={kind} item={item} items={items} />,
    },
  ];
}

function Name({ kind, item, isSelected }: { kind: TaxonomyKind; item: TaxonomyItem; isSelected: boolean }) {
  const texts = taxonomyMessages[kind];
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={item.image} size={36} className="max-tablet:size-11" />
      <span className="min-w-0">
        <RowLink
          to={`${LIST_PATHS[kind]}/${item.id}`}
          aria-current={isSelected ? 'true' : undefined}
          className="block truncate"
        >
          {item.name}
        </RowLink>
        {item.mergingInto ? (
          <Badge tone="processing">{texts.merging(item.mergingInto)}</Badge>
        ) : (
          <SecondLine className="tablet:hidden">{texts.productCount(item.products)}</SecondLine>
        )}
      </span>
    </span>
  );
}

function Move({ kind, item: { id, name }, items }: { kind: TaxonomyKind; item: TaxonomyItem; items: TaxonomyItem[] }) {
  const texts = taxonomyMessages[kind];
  return (
    <Form method="post" preventScrollReset className="inline-flex gap-1">
      {/* Sent twice, the second one finds it moved. */}
      <input type="hidden" name="place" value={items.findIndex((item) => item.id === id)} />
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
