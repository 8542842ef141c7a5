import { z } from 'zod';
import { STAFF_PASSWORD_MIN } from '../common/permissions.ts';
import { Id, Moment } from '../common/schema.ts';
import { identityMessages } from './auth-messages.ts';
import { EmailLink, ForgottenPassword, PasswordCheck, Registration, StaffRole } from './schema.ts';

/** The list shows no more; the list of customers has all staff. */
export const STAFF_SHOWN = 200;
/** Open invitations of a store. */
export const INVITATIONS_MAX = 50;

/** `admin` is the other name of the role. */
const InvitedRole = StaffRole.exclude(['admin']).meta({
  id: 'InvitedRole',
  description: 'A role of staff (`StaffRole`). Owners are invited as `owner`.',
});

export const StaffMember = z
  .object({
    id: Id,
    name: z.string().describe('As the staff member entered it.'),
    email: z.string().describe('The address that the staff member logs in with.'),
    role: StaffRole,
    twoFactor: z.boolean().describe('Whether two-factor authentication is on.'),
    lastLoginAt: Moment.nullable().describe('Null until the first login as staff.'),
    isYou: z.boolean().describe('The staff member who asks.'),
  })
  .meta({ id: 'StaffMember', description: 'A user with any role but `customer`.' });
export type StaffMember = z.infer<typeof StaffMember>;

export const StaffInvitation = z
  .object({
    id: Id,
    email: z.string().describe('Where the link was sent. It need not have an account yet.'),
    role: InvitedRole.describe('The role that accepting gives.'),
    invitedBy: z
      .string()
      .nullable()
      .describe('The name of the owner who sent the current link; null if it is not known.'),
    createdAt: Moment.describe('When the email address was invited first.'),
    expiresAt: Moment.describe('7 days after the current link was sent.'),
    expired: z
      .boolean()
      .describe('The link no longer works: too old, or sent by a former owner. Resending makes a new one.'),
  })
  .meta({ id: 'StaffInvitation', description: 'An invitation that is neither accepted nor revoked.' });
export type StaffInvitation = z.infer<typeof StaffInvitation>;

export const StaffList = z
  .object({
    members: z.array(StaffMember).describe('By name, up to 200.'),
    invitations: z.array(StaffInvitation).describe('Newest first. A store has up to 50.'),
  })
  .meta({ id: 'StaffList', description: 'Who works in the admin panel, and who is invited to.' });
export type StaffList = z.infer<typeof StaffList>;

export const NewInvitation = PasswordCheck.extend({
  email: ForgottenPassword.shape.email.describe(
    'Gets the link. Rejected if it belongs to a staff member or is invited already.',
  ),
  role: InvitedRole.describe('The role that accepting gives.'),
}).meta({ id: 'NewInvitation', description: 'An invitation by an owner, with the owner’s password.' });
export type NewInvitation = z.infer<typeof NewInvitation>;

export const InvitationLink = z.strictObject({
  token: EmailLink.shape.token.describe(
    'Of the link in the invitation: works once, for 7 days. Reading the invitation does not use it up.',
  ),
});

export const InvitationState = z
  .object({
    email: z.string().describe('The invited address, which the account has or gets.'),
    role: InvitedRole.describe('The role that accepting gives.'),
    next: z
      .enum(['register', 'log-in', 'accept', 'log-out'])
      .describe(
        'What the holder of the link does next. `register`: create an account; `log-in`: to the one with the invited address; `accept`: in this session; `log-out`: of another account, first.',
      ),
  })
  .meta({ id: 'InvitationState', description: 'A staff invitation, for the holder of its link.' });
export type InvitationState = z.infer<typeof InvitationState>;

export const StaffRegistration = InvitationLink.extend({
  name: Registration.shape.name.describe('Shown to other staff and in the audit log.'),
  password: z
    .string(identityMessages.passwordRequired)
    .min(1, { error: identityMessages.passwordRequired, abort: true })
    .min(STAFF_PASSWORD_MIN, identityMessages.adminPasswordTooShort)
    .max(200, identityMessages.passwordTooLong)
    .describe('Neither a common one nor made of the names of store and staff member.'),
}).meta({
  id: 'StaffRegistration',
  description: 'The account with which an invitation is accepted. Its email address is the invited one, and confirmed.',
});
export type StaffRegistration = z.infer<typeof StaffRegistration>;
