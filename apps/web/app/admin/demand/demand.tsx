import { type exportUnmetDemand, listUnmetDemand, setDemandRemedy } from '@shop/contracts/analytics/admin-operations';
import { demandMessages as texts } from '@shop/contracts/analytics/demand-messages';
import { RemedyChoice } from '@shop/contracts/analytics/demand-schema';
import { PackageSearch } from 'lucide-react';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { DateRangePicker } from '#admin/kit/date-range.tsx';
import { ExportLink } from '#admin/kit/export-link.tsx';
import { loadInRange } from '#admin/kit/load-range.server.ts';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/demand';
import { DEMAND_CARD, demandColumns } from './demand-columns.tsx';
import { DemandTabs } from './demand-tabs.tsx';

export const loader = async ({ request, url }: Route.LoaderArgs) => ({
  ...(await loadInRange(request, listUnmetDemand, url.searchParams, ['kind'])),
  now: new Date(),
});

export async function action({ request, url }: Route.ActionArgs) {
  const { subject, key, remedy } = Object.fromEntries(await formOf(request));
  const choice = RemedyChoice.safeParse({ subject, key, remedy: remedy || null });
  if (!choice.success) throw data(null, { status: 400 });
  const result = await apiFor(request).call(setDemandRemedy, { body: choice.data });
  return redirectAfterAction(url, choice.data.remedy ? 'done' : 'reopened', result);
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { done: texts.markedDone, reopened: texts.reopened };

export default function DemandPage({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, errors, now } = loaderData;
  const { kind, range, rows } = figures;
  const can = useCan();
  return (
    <AdminPage
      title={texts.title}
      actions={
        <>
          <ExportLink to={apiUrl<typeof exportUnmetDemand>('GET /admin/demand/export', {})} compact />
          <DateRangePicker range={range} errors={errors} />
        </>
      }
    >
      <FlashMessage texts={DONE} result={actionData} />
      <p className="mb-4 max-w-prose text-ink-soft text-small">{texts.notes[kind]}</p>
      <AdminList
        label={texts.captions[kind]}
        caption={texts.captions[kind]}
        tabs={<DemandTabs current={kind} />}
        columns={demandColumns(kind, now, can)}
        card={DEMAND_CARD}
        rows={rows}
        keyOf={({ subject, key }) => `${subject} ${key}`}
        keys="move"
        next={undefined}
        empty={{
          icon: PackageSearch,
          title: kind === 'done' ? texts.noneDone : texts.none,
          hint: texts.noneOf[kind],
        }}
      />
      <p className="mt-4 text-ink-soft text-small">{texts.privacy(range.timeZone)}</p>
    </AdminPage>
  );
}
