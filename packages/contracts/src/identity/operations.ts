import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id, MessageResponse } from '../common/schema.ts';
import { PersonalData } from './personal-data-schema.ts';
import {
  ChangedAddress,
  Credentials,
  EmailConfirmation,
  EmailLink,
  ForgottenPassword,
  GuestAccount,
  GuestOrder,
  GuestPassword,
  GuestStart,
  LoginResponse,
  NewAddress,
  OwnSession,
  PasswordChange,
  PasswordCheck,
  PasswordReset,
  PasswordState,
  PendingEmail,
  Preferences,
  Profile,
  RecoveryCodes,
  Registration,
  SavedProfile,
  Session,
  SignedIn,
  TwoFactor,
  TwoFactorCheck,
  TwoFactorCode,
  TwoFactorLogin,
  TwoFactorSetup,
  User,
} from './schema.ts';
import { InvitationLink, InvitationState, StaffRegistration } from './staff-schema.ts';

const BySession = z.object({ id: Id.describe('One of your sessions, also the one of this request.') });
const ByAddress = z.object({ id: Id.describe('One of the `addresses` of your account.') });

export const createAddress = operation('POST /addresses', {
  id: 'createAddress',
  tag: 'Addresses',
  summary: 'Add an address. The first one becomes the default',
  body: NewAddress,
  response: User,
  errors: { 409: ['too_many_addresses'] },
});

export const updateAddress = operation('PUT /addresses', {
  id: 'updateAddress',
  tag: 'Addresses',
  summary: 'Update an address',
  body: ChangedAddress,
  response: User,
  errors: { 404: ['address_not_found'] },
});

export const setDefaultAddress = operation('PATCH /addresses/:id/set-default', {
  id: 'setDefaultAddress',
  tag: 'Addresses',
  summary: 'Set the default address',
  params: ByAddress,
  response: User,
  errors: { 404: ['address_not_found'] },
});

export const deleteAddress = operation('DELETE /addresses/:id', {
  id: 'deleteAddress',
  tag: 'Addresses',
  summary: 'Delete an address. If it was the default, the oldest remaining one becomes the default',
  params: ByAddress,
  response: User,
  errors: { 404: ['address_not_found'] },
});

export const updateProfile = operation('PATCH /user/me', {
  id: 'updateProfile',
  tag: 'Account',
  summary: 'Update the profile. A new email address needs the password and takes effect once it’s confirmed',
  body: Profile,
  response: SavedProfile,
  errors: { 403: ['session_too_old'], 422: ['password_required', 'wrong_password'], 429: ['too_many_attempts'] },
});

export const confirmEmail = operation('POST /auth/confirm-email', {
  id: 'confirmEmail',
  tag: 'Account',
  summary:
    'Confirm an account’s email address, or a new one, with a single-use link, in a session of the account or with its password',
  body: EmailConfirmation,
  response: MessageResponse,
  errors: { 422: ['invalid_link', 'password_required', 'wrong_password'], 429: ['busy', 'too_many_attempts'] },
});

export const denyEmail = operation('POST /auth/email-denial', {
  id: 'denyEmail',
  tag: 'Account',
  summary: 'Say that a link to confirm an email address was not asked for. Deletes an unconfirmed account',
  body: EmailLink,
  response: MessageResponse,
  errors: { 409: ['account_has_orders'], 422: ['invalid_link'] },
});

export const listGuestOrders = operation('GET /user/guest-orders', {
  id: 'listGuestOrders',
  tag: 'Account',
  summary: 'List orders placed as a guest with the confirmed email address of the account',
  response: z.array(GuestOrder),
});

export const joinGuestOrders = operation('POST /user/guest-orders', {
  id: 'joinGuestOrders',
  tag: 'Account',
  summary: 'Add the orders placed as a guest with the confirmed email address to the account',
  response: MessageResponse,
  errors: { 409: ['email_unconfirmed'] },
});

export const resendEmailConfirmation = operation('POST /user/email-confirmation', {
  id: 'resendEmailConfirmation',
  tag: 'Account',
  summary: 'Resend the link that confirms your email address',
  response: MessageResponse,
  errors: { 429: ['too_many_attempts'] },
});

export const undoEmailChange = operation('POST /auth/undo-email-change', {
  id: 'undoEmailChange',
  tag: 'Account',
  summary: 'Undo an email address change with the single-use link sent to the old address (valid 7 days)',
  body: EmailLink,
  response: MessageResponse,
  errors: { 409: ['email_taken'], 422: ['invalid_link'] },
});

export const getPreferences = operation('GET /user/preferences', {
  id: 'getPreferences',
  tag: 'Account',
  summary: 'Get notification preferences',
  response: Preferences,
});

export const updatePreferences = operation('PUT /user/preferences', {
  id: 'updatePreferences',
  tag: 'Account',
  summary: 'Update notification preferences',
  body: Preferences,
  response: Preferences,
});

export const listSessions = operation('GET /user/sessions', {
  id: 'listSessions',
  tag: 'Account',
  summary: 'List your sessions, newest first',
  response: z.array(OwnSession),
});

export const endOtherSessions = operation('DELETE /user/sessions', {
  id: 'endOtherSessions',
  tag: 'Account',
  summary: 'End all other sessions',
  status: 204,
});

export const endSession = operation('DELETE /user/sessions/:id', {
  id: 'endSession',
  tag: 'Account',
  summary: 'End one session',
  params: BySession,
  status: 204,
  errors: { 404: ['session_not_found'] },
});

export const exportPersonalData = operation('GET /user/export', {
  id: 'exportPersonalData',
  tag: 'Account',
  summary: 'Export your personal data',
  response: PersonalData,
});

export const deleteAccount = operation('POST /user/deletion', {
  id: 'deleteAccount',
  tag: 'Account',
  summary: 'Delete your account. Order records are anonymized',
  body: PasswordCheck,
  status: 204,
  errors: { 409: ['last_admin'], 422: ['wrong_password'], 429: ['too_many_attempts'] },
});

export const register = operation('POST /auth/register', {
  id: 'register',
  tag: 'Authentication',
  summary: 'Register an account and log in',
  body: Registration,
  status: 201,
  response: SignedIn,
  errors: { 409: ['email_exists'], 429: ['busy', 'too_many_attempts'] },
});

export const logIn = operation('POST /auth/login', {
  id: 'logIn',
  tag: 'Authentication',
  summary: 'Log in. Returns a challenge if two-factor authentication is on',
  body: Credentials,
  response: LoginResponse,
  errors: { 401: ['invalid_credentials', 'unauthenticated'], 429: ['busy', 'too_many_attempts'] },
});

export const completeTwoFactorLogin = operation('POST /auth/two-factor', {
  id: 'completeTwoFactorLogin',
  tag: 'Authentication',
  summary: 'Complete a two-factor login with an authentication or recovery code',
  body: TwoFactorLogin,
  response: SignedIn,
  errors: { 401: ['invalid_code', 'challenge_expired', 'unauthenticated'], 429: ['too_many_attempts'] },
});

export const logOut = operation('POST /auth/logout', {
  id: 'logOut',
  tag: 'Authentication',
  summary: 'Log out. Also succeeds for guests',
  status: 204,
});

export const requestPasswordReset = operation('POST /auth/forgot-password', {
  id: 'requestPasswordReset',
  tag: 'Authentication',
  summary: 'Request a password reset link. Doesn’t reveal whether the account exists',
  body: ForgottenPassword,
  status: 202,
  response: MessageResponse,
  errors: { 429: ['too_many_attempts'] },
});

export const resetPassword = operation('POST /auth/reset-password', {
  id: 'resetPassword',
  tag: 'Authentication',
  summary: 'Reset the password with a single-use link (valid 30 minutes). Ends all sessions',
  body: PasswordReset,
  response: MessageResponse,
  errors: { 422: ['invalid_link'] },
});

export const getPasswordRequirements = operation('GET /user/password', {
  id: 'getPasswordRequirements',
  tag: 'Authentication',
  summary: 'Get the requirements for a new password',
  response: PasswordState,
});

export const changePassword = operation('POST /user/password', {
  id: 'changePassword',
  tag: 'Authentication',
  summary: 'Change the password. Ends all other sessions and renews this one',
  body: PasswordChange,
  response: SignedIn,
  errors: { 422: ['wrong_password'], 429: ['too_many_attempts'] },
});

export const getTwoFactor = operation('GET /user/two-factor', {
  id: 'getTwoFactor',
  tag: 'Two-factor authentication',
  summary: 'Get the two-factor authentication status',
  response: TwoFactor,
});

export const startTwoFactorSetup = operation('POST /user/two-factor', {
  id: 'startTwoFactorSetup',
  tag: 'Two-factor authentication',
  summary: 'Start two-factor setup. Returns a secret and recovery codes',
  body: PasswordCheck,
  response: TwoFactorSetup,
  errors: { 409: ['two_factor_on', 'email_unconfirmed'], 422: ['wrong_password'], 429: ['too_many_attempts'] },
});

export const confirmTwoFactor = operation('POST /user/two-factor/confirmation', {
  id: 'confirmTwoFactor',
  tag: 'Two-factor authentication',
  summary: 'Turn on two-factor authentication with the first code. Ends all other sessions',
  body: TwoFactorCode,
  response: MessageResponse,
  errors: { 409: ['two_factor_off', 'email_unconfirmed'], 422: ['invalid_code'], 429: ['too_many_attempts'] },
});

export const disableTwoFactor = operation('POST /user/two-factor/removal', {
  id: 'disableTwoFactor',
  tag: 'Two-factor authentication',
  summary: 'Turn off two-factor authentication with the password and a code',
  body: TwoFactorCheck,
  response: MessageResponse,
  errors: { 409: ['two_factor_off'], 422: ['wrong_password', 'invalid_code'], 429: ['too_many_attempts'] },
});

export const renewRecoveryCodes = operation('POST /user/two-factor/recovery-codes', {
  id: 'renewRecoveryCodes',
  tag: 'Two-factor authentication',
  summary: 'Generate new recovery codes. Old ones stop working',
  body: TwoFactorCheck,
  response: RecoveryCodes,
  errors: { 409: ['two_factor_off'], 422: ['wrong_password', 'invalid_code'], 429: ['too_many_attempts'] },
});

export const startGuestSession = operation('POST /auth/guest', {
  id: 'startGuestSession',
  tag: 'Guest checkout',
  summary: 'Start a guest session for checkout. Doesn’t reveal whether the address has an account',
  body: GuestStart,
  status: 201,
  response: SignedIn,
  errors: { 429: ['too_many_attempts'] },
});

export const requestGuestAccount = operation('POST /auth/guest/account', {
  id: 'requestGuestAccount',
  tag: 'Guest checkout',
  summary: 'Choose a password as a guest. The account is created with the link that is sent',
  body: GuestPassword,
  status: 202,
  response: MessageResponse,
  errors: { 409: ['not_guest'], 429: ['busy', 'too_many_attempts'] },
});

export const finishGuestAccount = operation('POST /auth/guest/confirmation', {
  id: 'finishGuestAccount',
  tag: 'Guest checkout',
  summary: 'Create the account of a guest with the single-use link and the chosen password, and log in',
  body: GuestAccount,
  response: SignedIn,
  errors: { 422: ['invalid_link', 'wrong_password'], 429: ['busy', 'too_many_attempts'] },
});

export const getSession = operation('GET /session', {
  id: 'getSession',
  tag: 'Account',
  summary: 'Get the current session, for customers and guests',
  response: Session,
});

export const getCurrentUser = operation('GET /user/me', {
  id: 'getCurrentUser',
  tag: 'Account',
  summary: 'Get the current user',
  response: User,
});

export const getPendingEmail = operation('GET /user/email-change', {
  id: 'getPendingEmail',
  tag: 'Account',
  summary: 'Get the new email address that waits for confirmation',
  response: PendingEmail,
});

export const getStaffInvitation = operation('GET /auth/staff-invitation', {
  id: 'getStaffInvitation',
  tag: 'Authentication',
  summary: 'Get the staff invitation of a link, without using it up',
  query: InvitationLink,
  response: InvitationState,
  errors: { 422: ['invalid_link'] },
});

export const registerStaff = operation('POST /auth/staff-invitation', {
  id: 'registerStaff',
  tag: 'Authentication',
  summary: 'Accept a staff invitation with a new account and log in. The link is single use (valid 7 days)',
  body: StaffRegistration,
  status: 201,
  response: SignedIn,
  errors: { 409: ['account_exists', 'email_exists'], 422: ['invalid_link'], 429: ['busy'] },
});

export const acceptStaffInvitation = operation('POST /user/staff-invitation', {
  id: 'acceptStaffInvitation',
  tag: 'Authentication',
  summary: 'Accept a staff invitation with the current account. Ends all other sessions',
  body: InvitationLink,
  response: MessageResponse,
  errors: { 409: ['wrong_account', 'already_staff'], 422: ['invalid_link'] },
});
