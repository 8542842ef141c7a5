import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { listPages } from '@shop/contracts/content/admin-operations';
import { FileText } from 'lucide-react';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/pages';
import { PAGE_CARD, pageColumns } from './page-columns.tsx';

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
