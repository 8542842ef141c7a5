import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { OrganizeTabs } from '#admin/collections/organize-tabs.tsx';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import { TAXONOMY_CARD, taxonomyColumns } from './taxonomy-columns.tsx';
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
