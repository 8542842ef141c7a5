import { listMessages } from '@shop/contracts/admin/list-messages';
import { createView, deleteView, editView, listViews } from '@shop/contracts/saved-views/admin-operations';
import { BUILT_IN_VIEWS } from '@shop/contracts/saved-views/built-in-views';
import { VIEW_COUNT_MAX, type ViewList } from '@shop/contracts/saved-views/schema';
import { data, redirect } from 'react-router';
import { apiFor, type CallResult } from '#lib/api.server.ts';
import { wholeNumber } from '#lib/format.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { formKeyOf } from './form-key.tsx';
import { canonicalQuery } from './list-query.ts';
import type { ViewTab } from './view-tabs.tsx';

/** The tabs of a list, and the idempotency key of a new view. Without an answer of the API, the built-in ones. */
export async function loadViews(request: Request, list: ViewList) {
  const found = await apiFor(request).call(listViews, { query: { list } });
  const tabs: ViewTab[] = found.ok
    ? found.value.map((view) => ({ ...view, count: view.count === null ? '' : countText(view.count) }))
    : BUILT_IN_VIEWS[list].map(({ key, ...view }) => ({
        ...view,
        id: key,
        builtIn: true,
        own: false,
        sharedWith: [],
        count: '',
      }));
  return { tabs, canSave: found.ok, newKey: crypto.randomUUID() };
}

const countText = (count: number) => (count > VIEW_COUNT_MAX ? `${wholeNumber(VIEW_COUNT_MAX)}+` : wholeNumber(count));

/**
 * Saves, updates or deletes a view of the list with the filters in the URL. Undefined for a form of another intent; a
 * success redirects.
 */
export async function handleViewForm(request: Request, url: URL, list: ViewList, form: FormData) {
  const intent = String(form.get('intent'));
  const api = apiFor(request);
  const id = String(form.get('viewId'));
  const view = () => ({
    name: String(form.get('name') ?? ''),
    query: canonicalQuery(url.searchParams),
    sharedWith: form.getAll('role').map(String),
  });
  if (intent === 'save-view')
    return respond(
      url,
      'view-saved',
      await api.submit(createView, { list, ...view() }, { key: String(form.get('key')) }),
    );
  if (intent === 'update-view')
    return respond(url, 'view-updated', await api.submit(editView, view(), { params: { id } }));
  if (intent === 'delete-view') {
    const deleted = await api.call(deleteView, {
      params: { id },
      key: formKeyOf(form, `/admin/views/${encodeURIComponent(id)}`),
    });
    return respond(new URL(url.pathname, url), 'view-deleted', deleted);
  }
  return undefined;
}

function respond(url: URL, done: string, result: CallResult<unknown>) {
  if (result.ok) {
    const search = new URLSearchParams(url.search);
    search.set('done', done);
    throw redirect(`${url.pathname}?${search}`);
  }
  const { problem } = result;
  const [fieldError] = Object.values(fieldErrors(problem.errors));
  return data({ failed: fieldError ?? errorMessage(problem, listMessages.viewFailed) }, { status: problem.status });
}
