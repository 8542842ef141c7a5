import { z } from 'zod';
import { STAFF_ROLES } from '../common/permissions.ts';
import { Id, requiredText } from '../common/schema.ts';
import { addressMessages, settingsMessages } from './account-messages.ts';
import { identityMessages } from './auth-messages.ts';
import { COUNTRIES, NEW_PASSWORD_MIN, PASSWORD_MIN } from './constants.ts';
import { isPostalCode, normalizePostalCode, postalCodeError } from './postal-codes.ts';

export const Address = z.object({
  id: Id,
  /** The label of the address, for example Home. */
  name: z.string(),
  /** Null: the customer. An order stores the recipient as the name of its address. */
  recipient: z.string().nullish(),
  line1: z.string(),
  line2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
  /** For the carrier. */
  phone: z.string().nullish(),
  isDefault: z.boolean(),
});
export type Address = z.infer<typeof Address>;

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** Whether the customer has followed a link sent to it. */
  emailVerified: z.boolean(),
  phone: z.string().nullable(),
  role: z.string(),
  /** Began with an email address at checkout, and has no password. */
  guest: z.boolean().optional(),
  addresses: z.array(Address),
});
export type User = z.infer<typeof User>;

/** A staff member; `can` checks the permissions of the role. */
export const Staff = z.object({ name: z.string(), role: z.enum(STAFF_ROLES) });
export type Staff = z.infer<typeof Staff>;

/** Data of the visitor, loaded after the page is rendered: cached public pages contain none of it. */
export const Session = z.object({
  user: z.object({ name: z.string(), role: z.string(), guest: z.boolean().optional() }).nullable(),
  cartCount: z.number().int().nonnegative(),
  wishlistCount: z.number().int().nonnegative(),
  /** Product ids, so that cached pages can show which products are on the wishlist. */
  wishlist: z.array(Id),
  unreadCount: z.number().int().nonnegative(),
  /** Of the default address, or else the oldest: where deliveries go. */
  country: z.string().nullable().default(null),
});
export type Session = z.infer<typeof Session>;

const email = z
  .string(identityMessages.emailRequired)
  .trim()
  .toLowerCase()
  .min(1, { error: identityMessages.emailRequired, abort: true })
  .max(320, identityMessages.emailInvalid)
  .regex(z.regexes.email, identityMessages.emailInvalid);

/** An existing password: it may be shorter than the minimum for new ones. */
const password = (missing: string) =>
  z.string(missing).min(1, { error: missing, abort: true }).max(200, identityMessages.passwordTooLong);
const newPassword = password(identityMessages.passwordRequired).min(
  NEW_PASSWORD_MIN,
  identityMessages.newPasswordTooShort,
);

const name = requiredText(200, identityMessages.nameRequired, identityMessages.nameTooLong);

const phone = z
  .string()
  .trim()
  .max(40, identityMessages.phoneInvalid)
  .regex(/^[\d\s()+.-]*$/, identityMessages.phoneInvalid);

export const Credentials = z.strictObject({ email, password: password(identityMessages.passwordRequired) });
export type Credentials = z.infer<typeof Credentials>;

export const Registration = z.strictObject({
  name,
  email,
  password: password(identityMessages.passwordRequired).min(PASSWORD_MIN, identityMessages.passwordTooShort),
});
export type Registration = z.infer<typeof Registration>;

/** `token` is for clients without cookies: they send it as `Authorization: Bearer`. */
export const SignedIn = z.object({ user: User, token: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;

/** Begins a guest session. */
export const GuestStart = z.strictObject({ email });
export type GuestStart = z.infer<typeof GuestStart>;

/** The password with which a guest asks for an account. */
export const GuestPassword = z.strictObject({ password: newPassword });
/** The link proves the address; the password, that the account is created by the guest who chose it. */
export const GuestAccount = z.strictObject({
  token: z.string().min(1).max(200),
  password: password(identityMessages.passwordRequired),
});
export type GuestAccount = z.infer<typeof GuestAccount>;

/** With two-factor authentication, the password only gives a challenge, which is submitted with the code. */
const TwoFactorRequired = z.object({ twoFactorRequired: z.literal(true), challenge: z.string() });
export const LoginResponse = z.union([SignedIn, TwoFactorRequired]);
export type LoginResponse = z.infer<typeof LoginResponse>;

const code = requiredText(40, identityMessages.codeRequired, identityMessages.codeRequired);
/** A six-digit authentication code, or a recovery code. */
export const TwoFactorLogin = z.strictObject({
  challenge: z.string().regex(/^[\w.%~!*'()-]{1,200}$/),
  code,
});
export type TwoFactorLogin = z.infer<typeof TwoFactorLogin>;

export const ForgottenPassword = z.strictObject({ email });
export const PasswordReset = z.strictObject({
  token: z.string().min(1).max(200),
  password: newPassword,
});
export type PasswordReset = z.infer<typeof PasswordReset>;
export const EmailConfirmation = z.strictObject({ token: z.string().min(1).max(200) });
export const Profile = z.strictObject({
  name,
  email,
  phone: phone.nullable().transform((text) => text || null),
  /** Only required to change the email address. */
  currentPassword: password(settingsMessages.currentPasswordRequired).optional(),
});
export type Profile = z.infer<typeof Profile>;

/** The new email address that waits for its confirmation; null if there is none, or its link has expired. */
export const PendingEmail = z.object({ email: z.string().nullable() });
export type PendingEmail = z.infer<typeof PendingEmail>;

/** A new email address takes effect when the customer follows the link sent to it. */
export const SavedProfile = z.object({ user: User, confirmationSent: z.boolean() });
export type SavedProfile = z.infer<typeof SavedProfile>;

export const PasswordChange = z.strictObject({
  currentPassword: password(settingsMessages.currentPasswordRequired),
  newPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** Minimum length of a new password; `newPasswordRequired`: no admin access until it is changed. */
export const PasswordState = z.object({ minLength: z.number().int(), newPasswordRequired: z.boolean() });
export type PasswordState = z.infer<typeof PasswordState>;

/** For actions that an unattended session must not allow. */
export const PasswordCheck = z.strictObject({ password: password(identityMessages.passwordRequired) });

export const Preferences = z.strictObject({ orderEmails: z.boolean(), marketing: z.boolean() });
export type Preferences = z.infer<typeof Preferences>;

export const OwnSession = z.object({
  id: Id,
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;

/** `needed`: required for this user, but not enabled. */
export const TwoFactor = z.object({
  enabled: z.boolean(),
  needed: z.boolean(),
  recoveryCodesRemaining: z.number().int(),
});
export type TwoFactor = z.infer<typeof TwoFactor>;
export const TwoFactorSetup = z.object({ totpUri: z.string(), recoveryCodes: z.array(z.string()) });
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>;
export const TwoFactorCode = z.strictObject({ code });
/** To disable two-factor authentication or renew the recovery codes: an authentication code or a recovery code. */
export const TwoFactorCheck = z.strictObject({ password: password(identityMessages.passwordRequired), code });
export type TwoFactorCheck = z.infer<typeof TwoFactorCheck>;
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const line = (max: number, missing: string) => requiredText(max, missing, addressMessages.tooLong);

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, addressMessages.tooLong)
    .nullish()
    .transform((text) => text || null);

const AddressFields = z.strictObject({
  id: z.string().max(100).optional(),
  name: line(200, addressMessages.nameRequired),
  recipient: optionalLine(200),
  line1: line(200, addressMessages.line1Required),
  line2: optionalLine(200),
  city: line(100, addressMessages.cityRequired),
  state: line(100, addressMessages.stateRequired),
  postalCode: z
    .string(addressMessages.postalCodeRequired)
    .trim()
    .min(1, { error: addressMessages.postalCodeRequired, abort: true })
    .max(20, { error: addressMessages.tooLong, abort: true }),
  country: z.enum(COUNTRIES, addressMessages.countryInvalid),
  phone: phone.nullish().transform((text) => text || null),
  isDefault: z.boolean().default(false),
});
type PostalCode = { country: string; postalCode: string };
const withPostalCode = <Fields extends PostalCode>(address: Fields): Fields => ({
  ...address,
  postalCode: normalizePostalCode(address.country, address.postalCode),
});
const checkPostalCode = ({ country, postalCode }: PostalCode, context: z.RefinementCtx) => {
  if (!isPostalCode(country, postalCode))
    context.addIssue({ code: 'custom', path: ['postalCode'], message: postalCodeError(country) });
};

/** The `id` of a new address is ignored: the server assigns one. */
export const NewAddress = AddressFields.overwrite(withPostalCode).superRefine(checkPostalCode);
export type NewAddress = z.infer<typeof NewAddress>;
export const ChangedAddress = AddressFields.extend({ id: Id }).overwrite(withPostalCode).superRefine(checkPostalCode);
export type ChangedAddress = z.infer<typeof ChangedAddress>;
