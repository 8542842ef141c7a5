import { reviewStatusLabels, adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import { AdminReview, ReviewDecision } from '@shop/contracts/reviews/admin-schema';
import { MessageSquareText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { FlashMessage } from '#components/account/flash-message.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { ChoiceField } from '#components/admin/choice-field.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { ReviewTable } from '#components/admin/review-table.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { redirectAfterAction } from '#lib/admin-action.server.ts';
import { loadAdminList } from '#lib/admin-list.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import type { Route } from './+types/reviews';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadAdminList(request, '/admin/reviews', url.searchParams, AdminReview);

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const status = text('status');
  const path = `/admin/reviews/${encodeURIComponent(text('id'))}/status`;
  return redirectAfterAction(url, status, await apiFor(request).put(path, ReviewDecision, { status }));
}

export const meta = () => adminMeta(texts.title);

const DONE = { approved: texts.approved, rejected: texts.rejected };

export default function ReviewsPage({ loaderData: { items, next }, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const status = search.get('status') ?? 'pending';
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={actionData} />
      <FilterBar>
        <ChoiceField
          label={texts.status}
          name="status"
          of={{ ...reviewStatusLabels, all: texts.all }}
          defaultValue={status}
        />
      </FilterBar>
      <Panel>
        {items.length > 0 ? (
          <ReviewTable reviews={items} />
        ) : (
          <EmptyState icon={MessageSquareText} title={texts.none}>
            {status === 'pending' ? texts.nonePending : texts.noneFound}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}
