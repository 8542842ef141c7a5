import type { TaxonomyKind } from '@shop/contracts/catalog/constants';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import type { TaxonomyItem } from '@shop/contracts/catalog/taxonomy-schema';
import { Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { OrganizeTabs } from '#features/admin/collections/organize-tabs.tsx';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import { LIST_PATHS } from './taxonomy-kind.ts';
import { TaxonomyTable } from './taxonomy-table.tsx';

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
        <Panel className={classes(children ? 'max-desktop:hidden' : isEmpty && 'col-span-full')}>
          <OrganizeTabs />
          {isEmpty ? (
            <EmptyState icon={Tags} title={texts.none} action={canWrite && !children && add}>
              {texts.noneYet}
            </EmptyState>
          ) : (
            <TaxonomyTable kind={kind} items={items} selectedId={selectedId} canMove={canWrite && !children} />
          )}
        </Panel>
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
