import { undoAuditEntry } from '@shop/contracts/audit/admin-operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { confirmationResponse, previewAgain, previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import type { ToastResult } from '#ui/toast.tsx';

export type UndoResult = ToastResult & { confirmation?: Confirmation; passwordError?: string };

/** The confirmation of a role asks for the owner's password, and again if it is rejected. */
export async function undoEntry(request: Request, url: URL) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const text = (name: string) => String(form.get(name) ?? '');
  const params = { id: text('id') };
  const dryRun = () => api.call(dryRunOf(undoAuditEntry), { params, body: {} });
  const preview = await previewEffects(form, dryRun);
  if (preview) return confirmationResponse(preview);

  const password = text('password');
  const result = await api.call(undoAuditEntry, {
    params,
    body: password ? { password } : {},
    key: formKeyOf(form, text('id')),
  });
  if (!result.ok && result.problem.code === 'wrong_password') {
    const again = await previewAgain(form, dryRun);
    const passwordError = result.problem.message;
    if (again?.ok) return data<UndoResult>({ confirmation: again.value, passwordError }, { status: 422 });
  }
  return redirectAfterAction(url, 'undone', result);
}
