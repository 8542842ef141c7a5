import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { listPages } from '@shop/contracts/content/admin-operations';
import { FileText } from 'lucide-react';
import { AdminList } from '#features/admin/list/admin-list.tsx';
import { PAGE_CARD, pageColumns } from '#features/admin/pages/page-columns.tsx';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/pages';

export async function loader({ request }: Route.LoaderArgs) {
  // Relative dates are the same on the server and after hydration.
  return { pages: await apiFor(request).read(listPages), now: new Date() };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function PagesPage({ loaderData: { pages, now } }: Route.ComponentProps) {
  const add = useCan()('content.write') && <ButtonLink to="/admin/pages/new">{texts.add}</ButtonLink>;
  return (
    <AdminPage title={texts.title} actions={add}>
      <FlashMessage texts={{ deleted: texts.deleted }} />
      <AdminList
        label={texts.title}
        caption={texts.list}
        columns={pageColumns(now)}
        card={PAGE_CARD}
        rows={pages}
        keyOf={({ id }) => id}
        next={undefined}
        empty={{ icon: FileText, title: texts.none, hint: texts.noneYet }}
      />
    </AdminPage>
  );
}
