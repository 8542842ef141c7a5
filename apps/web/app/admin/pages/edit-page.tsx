import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { figureSettingLabels, pageMessages as texts } from '@shop/contracts/content/admin-messages';
import {
  deletePage,
  discardPageDraft,
  getPage,
  listPageVersions,
  markPageReviewed,
  publishPage,
  restorePageVersion,
  savePageDraft,
} from '@shop/contracts/content/admin-operations';
import type { EditedPage, PageFinding, PageVersionSummary } from '@shop/contracts/content/admin-schema';
import { pagePath } from '@shop/contracts/content/constants';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, Form, redirect, useSearchParams } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { Pager } from '#admin/kit/pager.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { listPlaceholders } from '#shop/content/placeholders.ts';
import { Button } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/edit-page';
import { PageDraftFields } from './page-fields.ts';
import { PageTextFields } from './page-text-fields.tsx';
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

/** The forms of the page editor, by the intent of their button. */
async function changePage(request: Request, url: URL, pageId: string) {
  const form = await formOf(request);
  const api = apiFor(request);
  const params = { id: pageId };
  const text = (name: string) => String(form.get(name) ?? '');
  const version = Number(text('version'));

  switch (text('intent')) {
    case 'discard':
      return redirectAfterAction(url, 'discarded', await api.call(discardPageDraft, { params, query: { version } }));
    case 'review':
      return redirectAfterAction(url, 'reviewed', await api.call(markPageReviewed, { params }));
    case 'restore': {
      const number = text('number');
      const restored = await api.call(restorePageVersion, { params: { ...params, number }, body: { version } });
      return redirectAfterAction(url, 'restored', restored);
    }
    case 'delete': {
      const preview = await previewEffects(form, () => api.call(dryRunOf(deletePage), { params }));
      if (preview) return confirmationResponse(preview);
      const deleted = await api.call(deletePage, { params, key: formKeyOf(form, pageId) });
      if (!deleted.ok) return failedResponse(deleted.problem, adminMessages.failed);
      throw redirect('/admin/pages?done=deleted');
    }
  }

  const sent = await sendForm(
    form,
    PageDraftFields,
    (draft) => api.call(savePageDraft, { params, body: draft }),
    adminMessages.failed,
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  if (text('intent') === 'preview') throw redirect(`/admin/pages/${encodeURIComponent(pageId)}/preview`);
  if (text('intent') !== 'publish') return redirectAfterAction(url, 'saved', sent);
  const published = await api.call(publishPage, { params, body: { version: sent.value.version } });
  // Without a draft the text is already the public one; a built-in page counts as reviewed.
  return redirectAfterAction(url, sent.value.draft ? 'published' : 'unchanged', published);
}

/** Discarding the draft of a page that has a public text, and deleting a page of the owner's own. */
function PageRemoval({ page }: { page: EditedPage }) {
  if (!useCan()('content.write')) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {page.draft && page.published && <DiscardDraft version={page.version} />}
      {!page.builtIn && (
        <Form method="post" action="?" preventScrollReset>
          <FormKey />
          <IntentButton intent="delete" look="danger">
            {texts.delete}
          </IntentButton>
        </Form>
      )}
    </div>
  );
}

const ConfirmPageDeletion = ({ confirmation }: { confirmation: Confirmation | undefined }) => (
  <ConfirmEffects
    confirmation={confirmation}
    title={texts.confirmDelete}
    confirm={texts.delete}
    busyLabel={texts.deleting}
    keep={texts.keepPage}
    look="danger"
  />
);

/** A dialog, or without JavaScript the same question in the page. */
function DiscardDraft({ version }: { version: number }) {
  const [search] = useSearchParams();
  const confirm = (
    <Form method="post" action="?">
      <input type="hidden" name="version" value={version} />
      <Button type="submit" look="danger" name="intent" value="discard">
        {texts.discard}
      </Button>
    </Form>
  );
  if (search.get('confirm') === 'discard')
    return (
      <div className="grid justify-items-start gap-3">
        <p>{texts.confirmDiscard}</p>
        {confirm}
      </div>
    );
  return (
    <ConfirmDialog
      question={texts.confirmDiscard}
      trigger={texts.discard}
      dismissLabel={texts.keepDraft}
      asks={{ name: 'confirm', value: 'discard' }}
    >
      {confirm}
    </ConfirmDialog>
  );
}

type PageFormProps = { page: EditedPage; lastResult?: SubmissionResult };

/** The draft, or the text that shoppers see until there is one. */
function PageForm({ page, lastResult }: PageFormProps) {
  const readOnly = !useCan()('content.write');
  const text = page.draft ?? page.published;
  const [form, fields] = useContractForm(PageDraftFields, {
    id: 'page',
    lastResult,
    defaultValue: { title: text?.title, description: text?.description, body: text?.body },
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid min-w-0 gap-6">
      {readOnly && <Notice kind="info">{texts.readOnly}</Notice>}
      <input type="hidden" name="version" value={submittedVersion(lastResult, page.version)} />
      <Panel className="grid grid-cols-1 gap-5">
        <PageTextFields
          title={fieldOf(fields.title)}
          description={fieldOf(fields.description)}
          body={fieldOf(fields.body)}
          readOnly={readOnly}
        />
      </Panel>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      {!readOnly && (
        // Enter in a field submits with the first button: it saves, and publishes nothing.
        <div className="flex flex-wrap gap-3">
          <IntentButton intent="save" look="secondary" busyLabel={adminMessages.saving}>
            {texts.save}
          </IntentButton>
          <IntentButton intent="preview" look="quiet" busyLabel={adminMessages.saving}>
            {texts.preview}
          </IntentButton>
          <IntentButton intent="publish" busyLabel={texts.publishing}>
            {texts.publish}
          </IntentButton>
        </div>
      )}
    </Form>
  );
}

/** Beside the form: what shoppers see, and whether it was reviewed. */
function PageStatePanel({ page }: { page: EditedPage }) {
  const { shortDate } = useDates();
  const canWrite = useCan()('content.write');
  const { published, reviewedAt } = page;
  return (
    <Panel title={texts.status}>
      <p>{stateOf(page)}</p>
      {published?.publishedAt && (
        <p className="text-ink-muted text-small">
          {texts.lastPublished}: {shortDate(new Date(published.publishedAt))}
        </p>
      )}
      {published && <TextLink to={pagePath(page.slug)}>{texts.view}</TextLink>}
      <p className="mt-3">{reviewedAt ? texts.reviewed : texts.notReviewed}</p>
      {!reviewedAt && <p className="text-ink-muted text-small">{texts.notReviewedHint}</p>}
      {!reviewedAt && published && canWrite && (
        <Form method="post" preventScrollReset className="mt-3">
          <IntentButton intent="review" look="secondary" compact>
            {texts.markReviewed}
          </IntentButton>
        </Form>
      )}
    </Panel>
  );
}

function stateOf({ published, draft }: EditedPage) {
  if (!published) return texts.draft;
  const shown = published.number === 0 ? texts.builtInText : texts.published;
  return draft ? `${shown} · ${texts.unpublishedDraft}` : shown;
}

function PageFindings({ findings }: { findings: PageFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Panel title={texts.findingsTitle}>
      <ul className="grid gap-4">
        {findings.map((finding) => (
          <li key={JSON.stringify(finding)} className="min-w-0 border-cancelled border-l-2 pl-3 wrap-anywhere">
            <p>
              <strong className="font-semibold">{finding.figure}</strong>: {finding.sentence}
            </p>
            <p className="text-ink-muted text-small">{expectedText(finding)}</p>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-ink-muted text-small">{texts.findingsHint}</p>
    </Panel>
  );
}

const expectedText = ({ setting, expected }: PageFinding) =>
  expected === null
    ? texts.expectedNone(figureSettingLabels[setting])
    : texts.expected(figureSettingLabels[setting], expected);

type PageHistoryProps = { page: EditedPage; versions: PageVersionSummary[]; next: string | undefined };

function PageHistory({ page, versions, next }: PageHistoryProps) {
  const { exactTime } = useDates();
  const canRestore = useCan()('content.write') && !page.draft;
  const current = page.published?.number;
  const columns = [
    {
      label: texts.version,
      cell: ({ number, title }: PageVersionSummary) => (
        <>
          <span className="block font-semibold">{texts.versionOf(number)}</span>
          <span className="block text-ink-muted wrap-anywhere">{title}</span>
        </>
      ),
    },
    { label: texts.published, cell: ({ publishedAt }: PageVersionSummary) => exactTime(publishedAt) },
    { label: texts.publishedBy, cell: ({ publishedBy }: PageVersionSummary) => publishedBy ?? '' },
    {
      label: texts.actions,
      cell: ({ number }: PageVersionSummary) => (
        <span className="inline-flex flex-wrap items-center gap-4 max-tablet:justify-end">
          <TextLink to={`/admin/pages/${page.id}/preview?version=${number}`} aria-label={texts.viewVersionOf(number)}>
            {texts.viewVersion}
          </TextLink>
          {number === current && texts.current}
          {number !== current && canRestore && <Restore number={number} version={page.version} />}
        </span>
      ),
    },
  ];
  return (
    <Panel title={texts.history}>
      {versions.length > 0 ? (
        <Table caption={texts.historyList} columns={columns} rows={versions} keyOf={({ id }) => id} />
      ) : (
        <p className="text-ink-muted">{page.builtIn ? texts.noHistory : texts.noHistoryOfOwn}</p>
      )}
      <Pager next={next} />
      {page.builtIn && current !== 0 && canRestore && (
        <div className="mt-4">
          <Restore number={0} version={page.version} label={texts.restoreBuiltIn} />
        </div>
      )}
    </Panel>
  );
}

type RestoreProps = { number: number; version: number; label?: string };

const Restore = ({ number, version, label }: RestoreProps) => (
  <Form method="post">
    <input type="hidden" name="number" value={number} />
    <input type="hidden" name="version" value={version} />
    <IntentButton
      intent="restore"
      values={{ number: String(number) }}
      look="secondary"
      compact
      aria-label={label ?? texts.restoreOf(number)}
    >
      {label ?? texts.restore}
    </IntentButton>
  </Form>
);
