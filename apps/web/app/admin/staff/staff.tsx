import type { SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import {
  inviteStaff,
  listStaff,
  resendStaffInvitation,
  revokeStaffInvitation,
} from '@shop/contracts/identity/admin-operations';
import { staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import { STAFF_SHOWN } from '@shop/contracts/identity/staff-schema';
import { data, redirect, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { ConfirmCustomerAct, CustomerRole } from '#admin/customers/customer-role.tsx';
import { changeRole, type RoleResult } from '#admin/customers/role.server.ts';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/staff';
import { InviteForm } from './invite-form.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import { InvitationForm } from './staff-forms.ts';
import { StaffTable } from './staff-table.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const list = await apiFor(request).read(listStaff);
  // Relative dates are the same on the server and after hydration.
  return { ...list, now: new Date(), formKey: crypto.randomUUID() };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const text = (name: string) => String(form.get(name) ?? '');
  const api = apiFor(request);
  switch (text('intent')) {
    case 'resend':
      return redirectAfterAction(
        url,
        'resent',
        await api.call(resendStaffInvitation, { params: { id: text('invitationId') }, key: text('key') }),
      );
    case 'revoke':
      return redirectAfterAction(
        url,
        'revoked',
        await api.call(revokeStaffInvitation, { params: { id: text('invitationId') }, key: `${text('key')}:revoke` }),
      );
    case 'role':
      return changeRole(api, new URL('/admin/staff', url), form, url.searchParams.get('member') ?? '');
    default:
      return invite(request, form, text('key'));
  }
}

type StaffResult = RoleResult & { inviteReply?: SubmissionResult };

async function invite(request: Request, form: FormData, key: string) {
  const send = (invitation: z.output<typeof InvitationForm>) =>
    apiFor(request).call(inviteStaff, { body: invitation, key });
  const sent = await sendForm(form, InvitationForm, send, adminMessages.failed);
  if (sent.ok) throw redirect('/admin/staff?done=sent');
  return data<StaffResult>({ inviteReply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: adminMessages.failed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { role: texts.roleSaved, sent: texts.sent, resent: texts.resent, revoked: texts.revoked };

/** `?member=` opens the form that changes the role of this staff member. */
export default function StaffPage({ loaderData, actionData }: Route.ComponentProps) {
  const { members, invitations, now, formKey } = loaderData;
  const [search] = useSearchParams();
  const chosen = members.find(({ id }) => id === search.get('member'));
  const result: StaffResult | undefined = actionData;
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={result} />
      <ConfirmCustomerAct name={chosen?.name ?? ''} result={result} />
      <div className="grid grid-cols-1 gap-4">
        {chosen && (
          <CustomerRole key={`${chosen.id} ${chosen.role}`} title={texts.roleOf(chosen.name)} role={chosen.role}>
            <TextLink to="/admin/staff">{texts.keepRole}</TextLink>
          </CustomerRole>
        )}
        {/* The key resets the form after an invitation was sent. */}
        <InviteForm key={invitations[0]?.id} formKey={formKey} lastResult={result?.inviteReply} />
        <Panel title={texts.title}>
          <p className="-mt-3 mb-3 text-ink-muted text-small">{texts.counts(members.length, invitations.length)}</p>
          <StaffTable members={members} invitations={invitations} now={now} formKey={formKey} />
          {members.length >= STAFF_SHOWN && (
            <p className="mt-4 text-small">
              {texts.more} <TextLink to="/admin/customers?role=staff">{texts.allStaff}</TextLink>
            </p>
          )}
        </Panel>
        <RoleMatrix />
      </div>
    </AdminPage>
  );
}
