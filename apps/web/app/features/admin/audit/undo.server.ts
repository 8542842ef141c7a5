import { UndoneAuditEntry } from '@shop/contracts/audit/schema';
import { data } from 'react-router';
import { confirmationResponse, previewAgain, previewEffects } from '#features/admin/effects/confirm.server.ts';
import type { Confirmation } from '#features/admin/effects/confirmation.ts';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { formKeyOf } from '#features/admin/shared/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import type { ToastResult } from '#ui/toast.tsx';

export type UndoResult = ToastResult & { confirmation?: Confirmation; passwordError?: string };

/** The confirmation of a role asks for the owner's password, and again if it is rejected. */
export async function undoEntry(request: Request, url: URL) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const text = (name: string) => String(form.get(name) ?? '');
  const path = `/admin/audit-log/${encodeURIComponent(text('id'))}/undo`;
  const write = { method: 'post', path, body: {} } as const;
  const preview = await previewEffects(api, form, write);
  if (preview) return confirmationResponse(preview);

  const password = text('password');
  const result = await api.post(path, UndoneAuditEntry, password ? { password } : {}, formKeyOf(form, text('id')));
  if (!result.ok && result.problem.code === 'wrong_password') {
    const again = await previewAgain(api, form, write);
    const passwordError = result.problem.message;
    if (again?.ok) return data<UndoResult>({ confirmation: again.value, passwordError }, { status: 422 });
  }
  return redirectAfterAction(url, 'undone', result);
}
