import { z } from 'zod';
import { STAFF_ROLES } from '../common/permissions.ts';
import { Id, Moment, requiredText } from '../common/schema.ts';
import { addressMessages, settingsMessages } from './account-messages.ts';
import { identityMessages } from './auth-messages.ts';
import { COUNTRIES, PASSWORD_MIN } from './constants.ts';
import { isPostalCode, normalizePostalCode, postalCodeError } from './postal-codes.ts';

export const Address = z
  .object({
    id: Id,
    name: z.string().describe('The label of a saved address, such as Home. In an order: who receives the delivery.'),
    recipient: z.string().nullish().describe('Who receives the delivery; null for the customer.'),
    line1: z.string().describe('Street and number, or what stands in their place.'),
    line2: z.string().nullable().describe('Apartment, floor or building; null if there is none.'),
    city: z.string().describe('City or town of the delivery.'),
    state: z.string().describe('State, province or county, as the customer wrote it.'),
    postalCode: z
      .string()
      .describe('As the country writes it, with its separators. One saved by an earlier release may be invalid.'),
    country: z.string().describe('English name of the country, one of those that the store ships to.'),
    phone: z.string().nullish().describe('For the carrier’s questions about the delivery; null if none was given.'),
    isDefault: z.boolean().describe('Preselected at checkout. A customer with addresses has exactly one such address.'),
  })
  .meta({ id: 'Address', description: 'A delivery address that a customer has saved.' });
export type Address = z.infer<typeof Address>;

export const User = z
  .object({
    id: Id,
    name: z.string().describe('As the customer entered it; “Guest” for a guest who has not named a recipient yet.'),
    email: z.string().describe('In lower case. A new one stands here once it is confirmed.'),
    emailVerified: z
      .boolean()
      .describe(
        'Whether a link sent to the email address was followed: needed for cash on delivery, two-factor authentication and staff roles.',
      ),
    phone: z.string().nullable().describe('Only for questions about a delivery; null if none was given.'),
    role: z.string().describe('`customer`, or the role of a staff member.'),
    guest: z
      .boolean()
      .optional()
      .describe('True for a guest: began with an email address at checkout, and has no account.'),
    addresses: z.array(Address).describe('The default address first, then from the oldest to the newest.'),
  })
  .meta({ id: 'User', description: 'The customer, guest or staff member of the session.' });
export type User = z.infer<typeof User>;

export const StaffRole = z.enum(STAFF_ROLES).meta({
  id: 'StaffRole',
  description:
    'What a staff member may do. `owner`, or `admin` as another name of it: everything; `manager`: everything except changing store settings, staff and failed jobs; `packer`: ships orders and adjusts stock; `support`: tickets, customers and reviews; `content`: products, pages, reviews and newsletter; `read-only`: sees everything and changes nothing.',
});

/** A staff member; `can` checks the permissions of the role. */
export const Staff = z
  .object({ name: z.string().describe('The name in the account of the staff member.'), role: StaffRole })
  .meta({ id: 'Staff', description: 'The staff member of the session.' });
export type Staff = z.infer<typeof Staff>;

/** Loaded after the page is rendered: cached public pages contain none of it. */
export const Session = z
  .object({
    user: z
      .object({
        name: z.string().describe('As in the account; “Guest” for a guest who has not named a recipient yet.'),
        role: z.string().describe('`customer`, or the role of a staff member.'),
        guest: z.boolean().optional().describe('True for a guest at checkout, who has no account.'),
      })
      .nullable()
      .describe('Null for a visitor without a session.'),
    cartCount: z
      .number()
      .int()
      .nonnegative()
      .describe('Units in the cart, also in that of a visitor without a session.'),
    wishlistCount: z.number().int().nonnegative().describe('Products on the wishlist that are published now.'),
    wishlist: z
      .array(Id)
      .describe('Ids of all products on the wishlist, so that cached pages can mark them. Includes unpublished ones.'),
    unreadCount: z
      .number()
      .int()
      .nonnegative()
      .describe('Unread notifications, counted up to 100; 0 for guests, whose notifications need an account.'),
    country: z
      .string()
      .nullable()
      .default(null)
      .describe('Of the default address: where deliveries go. Null without an address.'),
  })
  .meta({ id: 'Session', description: 'What a page shows about its visitor, beside its public content.' });
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
const newPassword = password(identityMessages.passwordRequired).min(PASSWORD_MIN, identityMessages.passwordTooShort);

const name = requiredText(200, identityMessages.nameRequired, identityMessages.nameTooLong);

const phone = z
  .string()
  .trim()
  .max(40, identityMessages.phoneInvalid)
  .regex(/^[\d\s()+.-]*$/, identityMessages.phoneInvalid);

export const Credentials = z
  .strictObject({
    email: email.describe('Of an account; compared in lower case.'),
    password: password(identityMessages.passwordRequired).describe(
      'Of the account. Ten failed logins of one client in 15 minutes block further ones.',
    ),
  })
  .meta({ id: 'Credentials', description: 'Email address and password of a login.' });
export type Credentials = z.infer<typeof Credentials>;

export const Registration = z
  .strictObject({
    name: name.describe('Shown to staff, on invoices and with reviews.'),
    email: email.describe('Stored in lower case. An email with a link asks to confirm it.'),
    password: newPassword.describe('Neither a common one nor made of the names of store and customer.'),
  })
  .meta({ id: 'Registration', description: 'A new account of a customer.' });
export type Registration = z.infer<typeof Registration>;

export const SignedIn = z
  .object({
    user: User.describe('Whose session it is.'),
    token: z
      .string()
      .describe('For clients without cookies, which send it as `Authorization: Bearer`. Browsers get it as a cookie.'),
  })
  .meta({ id: 'SignedIn', description: 'A new session. The one that the request came with has ended.' });
export type SignedIn = z.infer<typeof SignedIn>;

export const GuestStart = z
  .strictObject({
    email: email.describe('For the emails about the orders of this session. It is not looked up among the accounts.'),
  })
  .meta({ id: 'GuestStart', description: 'Begins a guest session of 7 days, which can buy without an account.' });
export type GuestStart = z.infer<typeof GuestStart>;

export const GuestPassword = z
  .strictObject({
    password: newPassword.describe('For the new account. It takes effect with the link that is sent to the guest.'),
  })
  .meta({ id: 'GuestPassword', description: 'The password with which a guest asks for an account.' });

const linkToken = z.string().min(1).max(200);

export const GuestAccount = z
  .strictObject({
    token: linkToken.describe('Of the link in the email to the guest: works once, for 24 hours, the newest only.'),
    password: password(identityMessages.passwordRequired).describe('The one that the guest has chosen.'),
  })
  .meta({
    id: 'GuestAccount',
    description:
      'Creates the account of a guest: the link proves the email address; the password, that it is the guest who chose it.',
  });
export type GuestAccount = z.infer<typeof GuestAccount>;

const TwoFactorRequired = z
  .object({
    twoFactorRequired: z.literal(true).describe('Tells this response from a session.'),
    challenge: z.string().describe('To be sent with the code. Short-lived; five wrong codes end it.'),
  })
  .describe('The account has two-factor authentication: a code completes the login.');
export const LoginResponse = z.union([SignedIn, TwoFactorRequired]).meta({
  id: 'LoginResponse',
  description: 'A session, or with two-factor authentication a challenge, which is submitted with a code.',
});
export type LoginResponse = z.infer<typeof LoginResponse>;

const code = requiredText(40, identityMessages.codeRequired, identityMessages.codeRequired);
export const TwoFactorLogin = z
  .strictObject({
    challenge: z
      .string()
      .regex(/^[\w.%~!*'()-]{1,200}$/)
      .describe('From the response to the password.'),
    code: code.describe('Six digits of the authenticator app, or one of the recovery codes. Each works once.'),
  })
  .meta({ id: 'TwoFactorLogin', description: 'The second step of a login with two-factor authentication.' });
export type TwoFactorLogin = z.infer<typeof TwoFactorLogin>;

export const ForgottenPassword = z
  .strictObject({ email: email.describe('Gets the link if it has an account; the response is the same if not.') })
  .meta({ id: 'ForgottenPassword', description: 'Asks for a link to choose a new password.' });
export const PasswordReset = z
  .strictObject({
    token: linkToken.describe('Of the link in the email: works once, for 30 minutes.'),
    password: newPassword.describe(
      'Neither a common one nor made of the names of store and user; for staff at least 12 characters.',
    ),
  })
  .meta({ id: 'PasswordReset', description: 'A new password, by a link. It ends all sessions of the account.' });
export type PasswordReset = z.infer<typeof PasswordReset>;
export const EmailLink = z
  .strictObject({ token: linkToken.describe('From the URL of the link. Opening the link alone changes nothing.') })
  .meta({ id: 'EmailLink', description: 'A link of an email, which its reader uses.' });
export const EmailConfirmation = z
  .strictObject({
    token: linkToken.describe(
      'Of the link in the email, the newest only: works once, for 24 hours after a registration and 30 minutes after a change.',
    ),
    password: password(identityMessages.passwordRequired)
      .optional()
      .describe('Of the account; needed unless the request comes from a session of it.'),
  })
  .meta({
    id: 'EmailConfirmation',
    description:
      'Confirms the email address of an account: the link proves who reads it; session or password, whose account it is.',
  });
export type EmailConfirmation = z.infer<typeof EmailConfirmation>;
export const GuestOrder = z
  .object({
    number: z.string().describe('The last 8 characters of the order’s id.'),
    createdAt: Moment.describe('When it was placed.'),
  })
  .meta({
    id: 'GuestOrder',
    description: 'An order that was placed as a guest with the confirmed email address of the account.',
  });
export type GuestOrder = z.infer<typeof GuestOrder>;
export const Profile = z
  .strictObject({
    name: name.describe('Changes at once. Orders and invoices keep the name they have.'),
    email: email.describe('A new one takes effect when the link sent there is followed, within 30 minutes.'),
    phone: phone
      .nullable()
      .transform((text) => text || null)
      .describe('Only for questions about a delivery. Null or empty removes it.'),
    currentPassword: password(settingsMessages.currentPasswordRequired)
      .optional()
      .describe('Only required to change the email address.'),
  })
  .meta({ id: 'Profile', description: 'The profile as its owner edits it.' });
export type Profile = z.infer<typeof Profile>;

export const PendingEmail = z
  .object({ email: z.string().nullable().describe('Null if there is none, or its link has expired.') })
  .meta({ id: 'PendingEmail', description: 'The new email address that waits for its confirmation.' });
export type PendingEmail = z.infer<typeof PendingEmail>;

export const SavedProfile = z
  .object({
    user: User.describe('As saved; still with the old email address, if a new one was entered.'),
    confirmationSent: z
      .boolean()
      .describe(
        'True if the email address is to change: an email was sent to the new one, also if that has an account already.',
      ),
  })
  .meta({ id: 'SavedProfile', description: 'The saved profile, and whether a new email address is to be confirmed.' });
export type SavedProfile = z.infer<typeof SavedProfile>;

export const PasswordChange = z
  .strictObject({
    currentPassword: password(settingsMessages.currentPasswordRequired).describe(
      'Ten wrong ones in 15 minutes block the actions that ask for it.',
    ),
    newPassword: newPassword.describe(
      'Neither a common one nor made of the names of store and user; for staff at least 12 characters.',
    ),
  })
  .meta({ id: 'PasswordChange', description: 'A change of the password. It ends all other sessions.' });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const PasswordState = z
  .object({
    minLength: z.number().int().describe('Characters of a new password: more for staff than for customers.'),
    newPasswordRequired: z
      .boolean()
      .describe('The password of a staff member is too weak: no access to the admin panel until it is changed.'),
  })
  .meta({ id: 'PasswordState', description: 'What a new password needs, and whether one is due.' });
export type PasswordState = z.infer<typeof PasswordState>;

/** For actions that an unattended session must not allow. */
export const PasswordCheck = z
  .strictObject({
    password: password(identityMessages.passwordRequired).describe(
      'Of the account that sends the request. Ten wrong ones in 15 minutes block the actions that ask for it.',
    ),
  })
  .meta({
    id: 'PasswordCheck',
    description: 'The password again, for an action that an unattended session must not allow.',
  });

export const Preferences = z
  .strictObject({
    orderEmails: z
      .boolean()
      .describe('Emails about orders, shipments, refunds, returns and reviews. Notifications in the account stay.'),
    marketing: z
      .boolean()
      .describe('Consent to campaigns, by email and notification. The moment it was first given is stored with it.'),
  })
  .meta({ id: 'Preferences', description: 'What a customer wants to receive.' });
export type Preferences = z.infer<typeof Preferences>;

export const OwnSession = z
  .object({
    id: Id,
    userAgent: z.string().nullable().describe('The `User-Agent` of the login; null if it had none.'),
    createdAt: Moment.describe('When the login was. A session ends 30 days later, or after 14 days without use.'),
    current: z.boolean().describe('The session of this request.'),
  })
  .meta({ id: 'OwnSession', description: 'A login on one device that has not ended.' });
export type OwnSession = z.infer<typeof OwnSession>;

export const TwoFactor = z
  .object({
    enabled: z.boolean().describe('Every login asks for a code.'),
    needed: z
      .boolean()
      .describe(
        'The store requires it of this staff member, who has not set it up: no access to the admin panel until then.',
      ),
    recoveryCodesRemaining: z.number().int().describe('Recovery codes that were not used yet; 0 while it is off.'),
  })
  .meta({ id: 'TwoFactor', description: 'The state of two-factor authentication for an account.' });
export type TwoFactor = z.infer<typeof TwoFactor>;
const recoveryCodes = z
  .array(z.string())
  .describe('Ten codes, each of which replaces an authentication code once. Shown only now.');
export const TwoFactorSetup = z
  .object({
    totpUri: z
      .string()
      .describe('`otpauth://` URI with the setup key, for a QR code or an authenticator app. Shown only now.'),
    recoveryCodes,
  })
  .meta({ id: 'TwoFactorSetup', description: 'A setup that takes effect with the first authentication code.' });
export type TwoFactorSetup = z.infer<typeof TwoFactorSetup>;
export const TwoFactorCode = z
  .strictObject({ code: code.describe('Six digits of the authenticator app, which has the new setup key.') })
  .meta({
    id: 'TwoFactorCode',
    description: 'The first authentication code, which turns two-factor authentication on.',
  });
export const TwoFactorCheck = z
  .strictObject({
    password: password(identityMessages.passwordRequired).describe(
      'Of the account. Ten wrong ones in 15 minutes block the actions that ask for it.',
    ),
    code: code.describe('Six digits of the authenticator app, or a recovery code. Each works once.'),
  })
  .meta({
    id: 'TwoFactorCheck',
    description: 'Password and code, to turn off two-factor authentication or to renew the recovery codes.',
  });
export type TwoFactorCheck = z.infer<typeof TwoFactorCheck>;
export const RecoveryCodes = z
  .object({ recoveryCodes })
  .meta({ id: 'RecoveryCodes', description: 'New recovery codes. Earlier ones no longer work.' });

const line = (max: number, missing: string) => requiredText(max, missing, addressMessages.tooLong);

const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, addressMessages.tooLong)
    .nullish()
    .transform((text) => text || null);

const AddressFields = z.strictObject({
  id: z.string().max(100).optional().describe('Ignored: the server assigns one.'),
  name: line(200, addressMessages.nameRequired).describe('A label for the customer, such as Home.'),
  recipient: optionalLine(200).describe(
    'Who receives the delivery. Null or empty for the customer; a guest has to name one.',
  ),
  line1: line(200, addressMessages.line1Required).describe('Street and number, or what stands in their place.'),
  line2: optionalLine(200).describe('Apartment, floor or building. Null or empty if there is none.'),
  city: line(100, addressMessages.cityRequired).describe('City or town of the delivery.'),
  state: line(100, addressMessages.stateRequired).describe('State, province or county; free text.'),
  postalCode: z
    .string(addressMessages.postalCodeRequired)
    .trim()
    .min(1, { error: addressMessages.postalCodeRequired, abort: true })
    .max(20, { error: addressMessages.tooLong, abort: true })
    .describe('Checked against the country, and stored as the country writes it.'),
  country: z.enum(COUNTRIES, addressMessages.countryInvalid).describe('One of those that the store ships to.'),
  phone: phone
    .nullish()
    .transform((text) => text || null)
    .describe('For the carrier’s questions about the delivery. Null or empty if there is none.'),
  isDefault: z
    .boolean()
    .default(false)
    .describe(
      'True makes it the default address. The first address is the default in any case; false changes nothing.',
    ),
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

export const NewAddress = AddressFields.overwrite(withPostalCode)
  .superRefine(checkPostalCode)
  .meta({ id: 'NewAddress', description: 'An address to save. A customer can have up to 50.' });
export type NewAddress = z.infer<typeof NewAddress>;
export const ChangedAddress = AddressFields.extend({ id: Id.describe('Which of the customer’s addresses.') })
  .overwrite(withPostalCode)
  .superRefine(checkPostalCode)
  .meta({
    id: 'ChangedAddress',
    description: 'A saved address as a whole. Orders keep the address they were placed with.',
  });
export type ChangedAddress = z.infer<typeof ChangedAddress>;
