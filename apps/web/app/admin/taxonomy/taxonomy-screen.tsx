import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyFieldMessages, taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { ArrowDown, ArrowUp, Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { OrganizeTabs } from '#admin/collections/organize-tabs.tsx';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { SecondLine } from '#admin/kit/cells.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { wholeNumber } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import { LIST_PATHS } from './taxonomy-kind.ts';

type TaxonomyScreenProps = {
  kind: TaxonomyKind;
  items: TaxonomyItem[];
  /** Of the editor; without one the page is the list. */
  title?: string;
  selectedId?: string;
  result?: ToastResult;
  /** The editor: beside the list on wide screens, a page of its own on others. */
  children?: ReactNode;
};

export function TaxonomyScreen({ kind, items, title, selectedId, result, children }: TaxonomyScreenProps) {
  const texts = taxonomyMessages[kind];
  const path = LIST_PATHS[kind];
  const canWrite = useCan()('products.write');
  const isEmpty = items.length === 0;
  const add = (
    <ButtonLink to={`${path}/new`} look={children ? 'secondary' : 'primary'}>
      {texts.add}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={title ?? texts.title}
      above={children ? [{ label: texts.title, to: path }] : []}
      actions={canWrite && !isEmpty && add}
    >
      <FlashMessage texts={doneTexts(kind)} result={result} />
      <div className="grid grid-cols-1 items-start gap-4 desktop:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
        <div className={classes('min-w-0', children ? 'max-desktop:hidden' : isEmpty && 'col-span-full')}>
          <AdminList
            label={texts.title}
            caption={texts.list}
            tabs={<OrganizeTabs />}
            columns={taxonomyColumns({ kind, items, selectedId, canMove: canWrite && !children })}
            card={TAXONOMY_CARD}
            rows={items}
            keyOf={({ id }) => id}
            next={undefined}
            empty={{ icon: Tags, title: texts.none, hint: texts.noneYet, action: canWrite && !children && add }}
          />
        </div>
        {children ? (
          <div className="grid min-w-0 gap-4">{children}</div>
        ) : (
          !isEmpty && <p className="py-12 text-center text-ink-muted max-desktop:hidden">{texts.choose}</p>
        )}
      </div>
    </AdminPage>
  );
}

function doneTexts(kind: TaxonomyKind) {
  const { created, saved, moved, merged, mergeStarted, removed } = taxonomyMessages[kind];
  return { created, saved, moved, merged, merging: mergeStarted, removed };
}

/** Picture, name and number of products left, the buttons of the order right. */
const TAXONOMY_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3';

type TaxonomyColumns = {
  kind: TaxonomyKind;
  items: TaxonomyItem[];
  selectedId: string | undefined;
  /** Not beside an editor, whose unsaved changes would be lost. */
  canMove: boolean;
};

/** The list is in the order of the store, which the arrow buttons change. */
function taxonomyColumns({ kind, items, selectedId, canMove }: TaxonomyColumns): ListColumn<TaxonomyItem>[] {
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
