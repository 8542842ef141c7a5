import { listMessages } from '@shop/contracts/admin/list-messages';
import { reviewStatusLabels, adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import { listAllReviews, moderateReview } from '@shop/contracts/reviews/admin-operations';
import { MessageSquareText } from 'lucide-react';
import { data, useSearchParams } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import { handleViewForm, loadViews } from '#admin/kit/saved-views.server.ts';
import { useCan } from '#admin/kit/staff.ts';
import { VIEW_DONE_TEXTS } from '#admin/kit/view-done-texts.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/reviews';
import { REVIEW_CARD, reviewColumns } from './review-columns.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [list, views] = await Promise.all([
    loadAdminList(request, listAllReviews, url.searchParams),
    loadViews(request, 'reviews'),
  ]);
  return { ...list, views };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const viewResult = await handleViewForm(request, url, 'reviews', form);
  if (viewResult) return viewResult;
  if (form.get('intent') !== 'moderate') throw data(null, { status: 400 });
  const status = String(form.get('status'));
  const params = { id: String(form.get('id')) };
  return redirectAfterAction(url, status, await apiFor(request).submit(moderateReview, { status }, { params }));
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { approved: texts.approved, rejected: texts.rejected, ...VIEW_DONE_TEXTS };

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, now, views } = loaderData;
  const [search] = useSearchParams();
  const isInbox = (search.get('status') || 'pending') === 'pending';
  const canModerate = useCan()('reviews.moderate');
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={actionData} />
      <AdminList
        label={texts.title}
        caption={texts.title}
        views={views}
        filters={
          <ChoiceFilter
            label={texts.status}
            name="status"
            of={{ ...reviewStatusLabels, all: texts.all }}
            fallback="pending"
          />
        }
        errors={errors}
        sorts={listMessages.dateSorts}
        defaultSort="-date"
        columns={reviewColumns(now, canModerate)}
        card={REVIEW_CARD}
        rows={items}
        keyOf={({ id }) => id}
        keys="move"
        next={next}
        empty={{
          icon: MessageSquareText,
          title: texts.none,
          hint: texts.nonePending,
          filtered: isInbox ? undefined : texts.noneFound,
        }}
      />
    </AdminPage>
  );
}
