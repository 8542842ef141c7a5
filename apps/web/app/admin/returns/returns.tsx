import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import { listReturns } from '@shop/contracts/returns/admin-operations';
import { returnStatusLabels } from '@shop/contracts/returns/messages';
import { Undo2 } from 'lucide-react';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { Route } from './+types/returns';
import { RETURN_CARD, returnColumns } from './return-columns.tsx';

export const loader = ({ request, url }: Route.LoaderArgs) => loadAdminList(request, listReturns, url.searchParams);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function ReturnsPage({ loaderData: { items, next, errors, now } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={texts.title}
      actions={
        useCan()('analytics.read') && (
          <ButtonLink to="/admin/returns/reasons" look="secondary">
            {texts.reasons}
          </ButtonLink>
        )
      }
    >
      <AdminList
        label={texts.title}
        caption={texts.title}
        filters={<ChoiceFilter label={texts.status} name="status" of={returnStatusLabels} any={texts.anyStatus} />}
        errors={errors}
        columns={returnColumns(now)}
        card={RETURN_CARD}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{ icon: Undo2, title: texts.none, hint: texts.noneYet, filtered: texts.noneFound }}
      />
    </AdminPage>
  );
}
