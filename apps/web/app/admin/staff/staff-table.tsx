import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import type { StaffInvitation, StaffMember } from '@shop/contracts/identity/staff-schema';
import { Form } from 'react-router';
import { Age, QuietState } from '#admin/kit/cells.tsx';
import { useDates } from '#lib/dates.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Badge } from '#ui/badge.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';

type Row = { id: string; member: StaffMember } | { id: string; invitation: StaffInvitation };
type StaffTableProps = { members: StaffMember[]; invitations: StaffInvitation[]; now: Date; formKey: string };

/** Staff by name, then open invitations. */
export function StaffTable({ members, invitations, now, formKey }: StaffTableProps) {
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
