import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { PageSummary } from '@shop/contracts/content/admin-schema';
import { z } from 'zod';
import { PageTable } from '#features/admin/pages/page-table.tsx';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage, Panel } from '#features/admin/shared/admin-page.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/pages';

export async function loader({ request }: Route.LoaderArgs) {
  return { pages: await apiFor(request).get('/admin/pages', z.array(PageSummary)) };
}

export const meta = () => adminMeta(texts.title);

export default function PagesPage({ loaderData: { pages } }: Route.ComponentProps) {
  const add = useCan()('content.write') && <ButtonLink to="/admin/pages/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={add}>
      <FlashMessage texts={{ deleted: texts.deleted }} />
      <Panel>
        <PageTable pages={pages} />
      </Panel>
    </AdminPage>
  );
}
