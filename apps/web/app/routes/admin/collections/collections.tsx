import { adminCollectionMessages as texts } from '@shop/contracts/catalog/admin-collection-messages';
import { AdminCollection } from '@shop/contracts/catalog/admin-collection-schema';
import { Layers } from 'lucide-react';
import { CollectionTable } from '#features/admin/collections/collection-table.tsx';
import { OrganizeTabs } from '#features/admin/collections/organize-tabs.tsx';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/collections';

export const loader = async ({ request }: Route.LoaderArgs) => ({
  collections: await apiFor(request).get('/admin/collections', AdminCollection.array()),
});

export const meta = () => adminMeta(texts.title);

const DONE = { deleted: texts.deleted };

export default function CollectionsPage({ loaderData: { collections } }: Route.ComponentProps) {
  const add = useCan()('products.write') && <ButtonLink to="/admin/collections/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={add}>
      <FlashMessage texts={DONE} />
      <OrganizeTabs />
      <ListPanel items={collections} next={undefined} icon={Layers} none={texts.none} hint={texts.noneHint}>
        <CollectionTable collections={collections} />
      </ListPanel>
    </AdminPage>
  );
}
