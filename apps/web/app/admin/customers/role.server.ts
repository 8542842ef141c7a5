import { adminMessages } from '@shop/contracts/admin/messages';
import { dryRunWith } from '@shop/contracts/effects/dry-run';
import { setRole } from '@shop/contracts/identity/admin-operations';
import { AssignedRole, RoleChange } from '@shop/contracts/identity/admin-schema';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { confirmationResponse, previewAgain, previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { Api, CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import type { ToastResult } from '#ui/toast.tsx';

export type RoleResult = ToastResult & { confirmation?: Confirmation; passwordError?: string };

/** Without the other fields of the form. */
const RoleForm = RoleChange.strip();

/** The confirmation asks for the owner's password, and again if it is rejected. */
export async function changeRole(api: Api, url: URL, form: FormData, id: string) {
  const dryRun = () => api.submit(dryRunWith(setRole, AssignedRole), { role: form.get('role') }, { params: { id } });
  const preview = await previewEffects(form, dryRun);
  if (preview) return confirmationResponse(preview);

  const change = RoleForm.safeParse(Object.fromEntries(form));
  const saved = change.success ? await api.call(setRole, { params: { id }, body: change.data }) : undefined;
  if (saved?.ok) return redirectAfterAction(url, 'role', saved);
  const passwordError = change.success ? passwordErrorOf(saved) : fieldErrors(change.error.issues).password;
  const again = passwordError === undefined ? undefined : await previewAgain(form, dryRun);
  if (again?.ok) return data<RoleResult>({ confirmation: again.value, passwordError }, { status: 422 });
  return data<RoleResult>({ failed: messageOf(saved) }, { status: 422 });
}

const passwordErrorOf = (result: CallResult<unknown> | undefined) =>
  result && !result.ok ? fieldErrors(result.problem.errors).password : undefined;

const messageOf = (result: CallResult<unknown> | undefined) =>
  result && !result.ok ? errorMessage(result.problem, adminMessages.failed) : adminMessages.failed;
