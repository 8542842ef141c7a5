import { adminMessages } from '@shop/contracts/admin/messages';
import { EditedPage } from '@shop/contracts/content/admin-schema';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { confirmationResponse, previewEffects } from '#features/admin/effects/confirm.server.ts';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { formKeyOf } from '#features/admin/shared/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { PageDraftFields } from './page-fields.ts';

export const apiPathOf = (pageId: string) => `/admin/pages/${encodeURIComponent(pageId)}`;

/** The forms of the page editor, by the intent of their button. */
export async function changePage(request: Request, url: URL, pageId: string) {
  const form = await formOf(request);
  const api = apiFor(request);
  const path = apiPathOf(pageId);
  const text = (name: string) => String(form.get(name) ?? '');
  const version = Number(text('version'));

  switch (text('intent')) {
    case 'discard':
      return redirectAfterAction(url, 'discarded', await api.delete(`${path}/draft?version=${version}`, EditedPage));
    case 'review':
      return redirectAfterAction(url, 'reviewed', await api.post(`${path}/review`, EditedPage));
    case 'restore': {
      const restoration = `${path}/versions/${encodeURIComponent(text('number'))}/restoration`;
      return redirectAfterAction(url, 'restored', await api.post(restoration, EditedPage, { version }));
    }
    case 'delete': {
      const preview = await previewEffects(api, form, { method: 'delete', path });
      if (preview) return confirmationResponse(preview);
      const deleted = await api.delete(path, z.undefined(), formKeyOf(form, pageId));
      if (!deleted.ok) return failedResponse(deleted.problem, adminMessages.failed);
      throw redirect('/admin/pages?done=deleted');
    }
  }

  const sent = await sendForm(
    form,
    PageDraftFields,
    (draft) => api.put(`${path}/draft`, EditedPage, draft),
    adminMessages.failed,
  );
  if (!sent.ok) return data({ reply: sent.reply }, { status: sent.status });
  if (text('intent') === 'preview') throw redirect(`/admin/pages/${encodeURIComponent(pageId)}/preview`);
  if (text('intent') !== 'publish') return redirectAfterAction(url, 'saved', sent);
  const published = await api.post(`${path}/versions`, EditedPage, { version: sent.value.version });
  return redirectAfterAction(url, 'published', published);
}
