import { listAllCollections } from '@shop/contracts/catalog/admin-operations';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import { Layers } from 'lucide-react';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/collections';
import { COLLECTION_CARD, COLLECTION_COLUMNS } from './collection-columns.tsx';
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
