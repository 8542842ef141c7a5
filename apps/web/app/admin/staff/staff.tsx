import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { MATRIX_ROLES, roleMatrix } from '@shop/contracts/common/role-matrix';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import {
  inviteStaff,
  listStaff,
  resendStaffInvitation,
  revokeStaffInvitation,
} from '@shop/contracts/identity/admin-operations';
import { permissionLabels, staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import {
  NewInvitation,
  STAFF_SHOWN,
  type StaffInvitation,
  type StaffMember,
} from '@shop/contracts/identity/staff-schema';
import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import { data, Form, redirect, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { ConfirmCustomerAct, CustomerRole } from '#admin/customers/customer-role.tsx';
import { changeRole, type RoleResult } from '#admin/customers/role.server.ts';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { Age, QuietState } from '#admin/kit/cells.tsx';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge } from '#ui/badge.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/staff';

/** Drops the fields `intent` and `key` of the form. */
const InvitationForm = NewInvitation.strip();

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

/** Owners are invited as `owner`. */
const { admin: _, ...ROLES } = roleLabels;

type InviteFormProps = { formKey: string; lastResult?: SubmissionResult };

function InviteForm({ formKey, lastResult }: InviteFormProps) {
  // Keeps the first idempotency key: revalidating the list below brings a new one while the form is filled in.
  const [key] = useState(formKey);
  const [form, fields] = useContractForm(InvitationForm, {
    id: 'invite',
    lastResult,
    defaultValue: { role: 'packer' },
  });
  return (
    <Panel title={texts.invite}>
      <Form method="post" preventScrollReset {...getFormProps(form, { ariaAttributes: false })} className="grid gap-4">
        <input type="hidden" name="key" value={key} />
        <div className="grid items-start gap-4 tablet:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,3fr)]">
          <TextField {...fieldOf(fields.email)} label={texts.email} type="email" autoComplete="off" />
          <ChoiceField {...fieldOf(fields.role)} label={texts.role} of={ROLES} />
          <PasswordField
            {...fieldOf(fields.password)}
            label={texts.yourPassword}
            hint={texts.yourPasswordHint}
            autoComplete="current-password"
          />
        </div>
        <p className="text-ink-muted text-small">{texts.inviteHint}</p>
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton intent="invite" busyLabel={texts.sending} className="justify-self-start">
          {texts.send}
        </IntentButton>
      </Form>
    </Panel>
  );
}

type Row = { id: string; member: StaffMember } | { id: string; invitation: StaffInvitation };
type StaffTableProps = { members: StaffMember[]; invitations: StaffInvitation[]; now: Date; formKey: string };

/** Staff by name, then open invitations. */
function StaffTable({ members, invitations, now, formKey }: StaffTableProps) {
  const rows: Row[] = [
    ...members.map((member) => ({ id: member.id, member })),
    ...invitations.map((invitation) => ({ id: invitation.id, invitation })),
  ];
  return (
    <Table
      caption={texts.list}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.name, cell: (row) => <Name row={row} now={now} /> },
        { label: texts.role, cell: (row) => roleLabels[('member' in row ? row.member : row.invitation).role] },
        { label: texts.twoFactor, cell: (row) => <State row={row} />, short: true },
        { label: texts.lastLogin, cell: (row) => <LastLogin row={row} now={now} />, short: true },
        {
          label: texts.actions,
          hideLabel: true,
          cell: (row) =>
            'member' in row ? (
              <TextLink to={`?member=${row.id}#role`} aria-label={texts.changeRoleOf(row.member.name)}>
                {texts.changeRole}
              </TextLink>
            ) : (
              <InvitationActions invitation={row.invitation} formKey={formKey} />
            ),
        },
      ]}
    />
  );
}

const SECOND_LINE = 'block text-[13px] text-ink-muted leading-[17px] wrap-anywhere';

function Name({ row, now }: { row: Row; now: Date }) {
  const { timeAgo } = useDates();
  if ('invitation' in row) {
    const { email, createdAt, invitedBy } = row.invitation;
    return (
      <>
        <span className="font-semibold wrap-anywhere">{email}</span>
        <span className={SECOND_LINE}>{texts.invitedBy(timeAgo(new Date(createdAt), now), invitedBy)}</span>
      </>
    );
  }
  const { name, email, isYou } = row.member;
  return (
    <>
      <span className="font-semibold wrap-anywhere">{name}</span>
      {isYou && <span className="text-ink-muted"> {texts.you}</span>}
      <span className={SECOND_LINE}>{email}</span>
    </>
  );
}

/** Normal states are quiet; what differs is a badge. */
function State({ row }: { row: Row }) {
  if ('invitation' in row)
    return row.invitation.expired ? (
      <Badge tone="pending">{texts.expired}</Badge>
    ) : (
      <Badge tone="other">{texts.invited}</Badge>
    );
  return row.member.twoFactor ? (
    <QuietState dot="good">{texts.on}</QuietState>
  ) : (
    <Badge tone="pending">{texts.notSetUp}</Badge>
  );
}

function LastLogin({ row, now }: { row: Row; now: Date }) {
  const { shortDate } = useDates();
  if ('invitation' in row)
    return row.invitation.expired ? null : texts.expires(shortDate(new Date(row.invitation.expiresAt)));
  return row.member.lastLoginAt ? <Age at={row.member.lastLoginAt} now={now} /> : texts.never;
}

type InvitationActionsProps = { invitation: StaffInvitation; formKey: string };

function InvitationActions({ invitation: { id, email }, formKey }: InvitationActionsProps) {
  const button = { values: { invitationId: id }, look: 'quiet', compact: true } as const;
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-x-2 max-tablet:justify-end">
      <input type="hidden" name="key" value={`${formKey} ${id}`} />
      <input type="hidden" name="invitationId" value={id} />
      <IntentButton {...button} intent="resend" aria-label={texts.resendTo(email)}>
        {texts.resend}
      </IntentButton>
      <IntentButton {...button} intent="revoke" aria-label={texts.revokeOf(email)}>
        {texts.revoke}
      </IntentButton>
    </Form>
  );
}

type Access = keyof typeof texts.access;
const CELL = 'border-line border-b px-3 py-2';

/** What each role can do, from the table of permissions. Scrolls sideways by itself on narrow screens. */
function RoleMatrix() {
  return (
    <Panel title={texts.matrix}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <section aria-label={texts.matrixList} tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full min-w-[640px] text-small">
          <caption className="sr-only">{texts.matrixList}</caption>
          <thead>
            <tr>
              <th scope="col" className={`${CELL} text-left`}>
                <span className="sr-only">{texts.permission}</span>
              </th>
              {MATRIX_ROLES.map((role) => (
                <th key={role} scope="col" className={`${CELL} font-semibold text-[13px]`}>
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleMatrix().map(({ permission, access }) => (
              <tr key={permission}>
                <th scope="row" className={`${CELL} text-left font-normal`}>
                  {permissionLabels[permission]}
                </th>
                {MATRIX_ROLES.map((role, place) => (
                  <td key={role} className={`${CELL} text-center`}>
                    <AccessMark access={access[place] ?? 'none'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function AccessMark({ access }: { access: Access }) {
  if (access === 'view') return <span className="text-ink-soft">{texts.access.view}</span>;
  const Icon = access === 'full' ? Check : Minus;
  return (
    <>
      <Icon
        aria-hidden
        className={`inline-block size-4 ${access === 'full' ? 'text-delivered' : 'text-ink-muted'}`}
        strokeWidth={1.75}
      />
      <span className="sr-only">{texts.access[access]}</span>
    </>
  );
}
