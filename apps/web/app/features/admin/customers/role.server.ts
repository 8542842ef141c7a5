import { adminMessages } from '@shop/contracts/admin/messages';
import { AssignedRole, RoleChange } from '@shop/contracts/identity/admin-schema';
import { data } from 'react-router';
import { confirmationResponse, previewAgain, previewEffects } from '#features/admin/effects/confirm.server.ts';
import type { Confirmation } from '#features/admin/effects/confirmation.ts';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import type { ApiResult, apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import type { ToastResult } from '#ui/toast.tsx';

export type RoleResult = ToastResult & { confirmation?: Confirmation; passwordError?: string };

/** Without the other fields of the form. */
const RoleForm = RoleChange.strip();

/** The confirmation asks for the owner's password, and again if it is rejected. */
export async function changeRole(api: ReturnType<typeof apiFor>, url: URL, path: string, form: FormData) {
  const write = { method: 'put', path, body: { role: form.get('role') } } as const;
  const preview = await previewEffects(api, form, write);
  if (preview) return confirmationResponse(preview);

  const change = RoleForm.safeParse(Object.fromEntries(form));
  const saved = change.success ? await api.put(path, AssignedRole, change.data) : undefined;
  if (saved?.ok) return redirectAfterAction(url, 'role', saved);
  const passwordError = change.success ? passwordErrorOf(saved) : fieldErrors(change.error.issues).password;
  const again = passwordError === undefined ? undefined : await previewAgain(api, form, write);
  if (again?.ok) return data<RoleResult>({ confirmation: again.value, passwordError }, { status: 422 });
  return data<RoleResult>({ failed: messageOf(saved) }, { status: 422 });
}

const passwordErrorOf = (result: ApiResult<unknown> | undefined) =>
  result && !result.ok ? fieldErrors(result.problem.errors).password : undefined;

const messageOf = (result: ApiResult<unknown> | undefined) =>
  result && !result.ok ? errorMessage(result.problem, adminMessages.failed) : adminMessages.failed;
