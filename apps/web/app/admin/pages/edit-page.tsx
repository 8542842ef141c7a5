import { adminMessages } from '@shop/contracts/admin/messages';
import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { getPage, listPageVersions } from '@shop/contracts/content/admin-operations';
import type { EditedPage } from '@shop/contracts/content/admin-schema';
import { data } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { listPlaceholders } from '#shop/content/placeholders.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/edit-page';
import { changePage } from './page-actions.server.ts';
import { PageForm } from './page-form.tsx';
import { PageHistory } from './page-history.tsx';
import { ConfirmPageDeletion, PageRemoval } from './page-removal.tsx';
import { PageFindings, PageStatePanel } from './page-side.tsx';
import { PlaceholderList } from './placeholder-list.tsx';

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const id = params.pageId;
  const after = url.searchParams.get('after') || undefined;
  const [page, versions, settings] = await Promise.all([
    api.read(getPage, { params: { id } }),
    api.call(listPageVersions, { params: { id }, query: { after } }),
    getStoreSettings(),
  ]);
  if (!versions.ok) throw data(versions.problem, { status: versions.problem.status });
  return { page, versions: versions.value, next: versions.next, placeholders: listPlaceholders(settings) };
}

export const action = ({ request, url, params }: Route.ActionArgs) => changePage(request, url, params.pageId);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

const titleOf = ({ draft, published, slug }: EditedPage) => (draft ?? published)?.title ?? slug;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? titleOf(loaderData.page) : texts.title);

const DONE = {
  created: texts.created,
  saved: texts.saved,
  published: texts.publishedDone,
  unchanged: texts.nothingToPublish,
  discarded: texts.discarded,
  restored: texts.restored,
  reviewed: texts.markedReviewed,
};

export default function EditPagePage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, versions, next, placeholders } = loaderData;
  return (
    <AdminPage title={titleOf(page)} above={[{ label: texts.title, to: '/admin/pages' }]}>
      <FlashMessage texts={DONE} result={actionData && ('failed' in actionData ? actionData : {})} />
      <ConfirmPageDeletion
        confirmation={actionData && 'confirmation' in actionData ? actionData.confirmation : undefined}
      />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {/* The key resets the form to the saved text. */}
        <PageForm
          key={page.version}
          page={page}
          lastResult={actionData && 'reply' in actionData ? actionData.reply : undefined}
        />
        <div className="grid gap-6">
          <PageStatePanel page={page} />
          <PageFindings findings={page.findings} />
          <PlaceholderList placeholders={placeholders} />
        </div>
      </div>
      <div className="mt-6 grid gap-6">
        <PageHistory page={page} versions={versions} next={next} />
        <PageRemoval page={page} />
      </div>
    </AdminPage>
  );
}
