import { z } from 'zod';
import { STAFF_PASSWORD_MIN, STAFF_ROLES } from '../common/permissions.ts';
import { Id } from '../common/schema.ts';
import { identityMessages } from './auth-messages.ts';
import { EmailConfirmation, ForgottenPassword, PasswordCheck, Registration } from './schema.ts';

/** The list shows no more; the list of customers has all staff. */
export const STAFF_SHOWN = 200;
/** Open invitations of a store. */
export const INVITATIONS_MAX = 50;

/** Owners are invited as `owner`; `admin` is the other name of the role. */
const InvitedRole = z.enum(STAFF_ROLES).exclude(['admin']);

export const StaffMember = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  twoFactor: z.boolean(),
  /** Null until the first login as staff. */
  lastLoginAt: z.iso.datetime().nullable(),
  /** The staff member who asks. */
  isYou: z.boolean(),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** Neither accepted nor revoked. */
export const StaffInvitation = z.object({
  id: Id,
  email: z.string(),
  role: InvitedRole,
  invitedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The link no longer works: too old, or sent by a former owner. Resending makes a new one. */
  expired: z.boolean(),
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

export const StaffList = z.object({ members: z.array(StaffMember), invitations: z.array(StaffInvitation) });
export type StaffList = z.infer<typeof StaffList>;

/** Requires the password of the owner who invites. */
export const NewInvitation = PasswordCheck.extend({ email: ForgottenPassword.shape.email, role: InvitedRole });
export type NewInvitation = z.infer<typeof NewInvitation>;

export const InvitationLink = z.strictObject({ token: EmailConfirmation.shape.token });

/**
 * What the holder of the link does next: create an account, log in to the one with the invited address, accept, or log out
 * of another account first.
 */
export const InvitationState = z.object({
  email: z.string(),
  role: InvitedRole,
  next: z.enum(['register', 'log-in', 'accept', 'log-out']),
});
export type InvitationState = z.infer<typeof InvitationState>;

/** The email address is that of the invitation. */
export const StaffRegistration = InvitationLink.extend({
  name: Registration.shape.name,
  password: z
    .string(identityMessages.passwordRequired)
    .min(1, { error: identityMessages.passwordRequired, abort: true })
    .min(STAFF_PASSWORD_MIN, identityMessages.adminPasswordTooShort)
    .max(200, identityMessages.passwordTooLong),
});
export type StaffRegistration = z.infer<typeof StaffRegistration>;
