import { reviewStatusLabels, adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import { AdminReview, ReviewDecision } from '@shop/contracts/reviews/admin-schema';
import { MessageSquareText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ReviewTable } from '#features/admin/reviews/review-table.tsx';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar } from '#features/admin/shared/filter-bar.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
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
      <ListPanel
        items={items}
        next={next}
        icon={MessageSquareText}
        none={texts.none}
        hint={status === 'pending' ? texts.nonePending : texts.noneFound}
      >
        <ReviewTable reviews={items} />
      </ListPanel>
    </AdminPage>
  );
}
