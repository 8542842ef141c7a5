import { adminMessages } from '@shop/contracts/admin/messages';
import {
  deletePage,
  discardPageDraft,
  markPageReviewed,
  publishPage,
  restorePageVersion,
  savePageDraft,
} from '@shop/contracts/content/admin-operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, redirect } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { PageDraftFields } from './page-fields.ts';

/** The forms of the page editor, by the intent of their button. */
export async function changePage(request: Request, url: URL, pageId: string) {
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
