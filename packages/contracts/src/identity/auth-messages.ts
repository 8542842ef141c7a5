import { STAFF_PASSWORD_MIN } from '../common/permissions.ts';
import { CONFIRM_LINK_HOURS, PASSWORD_MIN, RESET_LINK_MINUTES } from './constants.ts';
export const identityMessages = {
  loading: 'Loading...',
  nameRequired: 'Name is required',
  nameTooLong: 'Name must be 200 characters or fewer',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${PASSWORD_MIN} characters`,
  adminPasswordTooShort: `Staff passwords must be at least ${STAFF_PASSWORD_MIN} characters`,
  passwordTooCommon: 'This password is too common. Choose one that is harder to guess.',
  passwordTooPersonal: 'Choose a password without your name, your email address or the name of the store.',
  passwordTooLong: 'Password must be 200 characters or fewer',
  passwordsDiffer: 'Passwords do not match',
  phoneInvalid: 'Enter a valid phone number, for example +1 555 555 0100',
  codeRequired: 'Code is required',
  codeInvalid: 'That code isn’t valid. Enter the newest code from your app.',
};

export const loginMessages = {
  title: 'Login',
  heading: 'Welcome back',
  description: (store: string) => `Log in to your ${store} account.`,
  invitation: 'Log in to see your orders, wishlist and cart on any device.',
  email: 'Email',
  password: 'Password',
  submit: 'Login',
  submitting: 'Logging in...',
  forgot: 'Forgot your password?',
  noAccount: 'New here?',
  register: 'Create an account',
  invalidCredentials: 'Invalid email or password',
  failed: 'An error occurred during login',
  tooMany: 'Too many attempts. Please wait a few minutes, or reset your password.',
  busy: 'We’re handling a lot of logins right now. Please try again in a few seconds.',
};

export const twoFactorLoginMessages = {
  title: 'Two-factor authentication',
  heading: 'One more step',
  invitation: 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  code: 'Code',
  submit: 'Verify',
  submitting: 'Verifying...',
  expired: 'Your login timed out. Please log in again.',
  startOver: 'Back to login',
};

export const passwordHint = (minLength: number) => `At least ${minLength} characters. Longer is safer.`;

export const registerMessages = {
  title: 'Register',
  heading: 'Create your account',
  description: (store: string) => `Create a ${store} account.`,
  invitation: 'Keep your orders, addresses and wishlist in one place.',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: passwordHint(PASSWORD_MIN),
  confirmPassword: 'Confirm password',
  submit: 'Create account',
  submitting: 'Creating account...',
  haveAccount: 'Already have an account?',
  login: 'Login',
  emailTaken: 'Email already exists',
  failed: 'An error occurred during registration',
};

export const forgotPasswordMessages = {
  title: 'Forgot password',
  heading: 'Reset your password',
  description: 'Get a link to reset your password.',
  invitation: 'Enter your email address and we’ll send you a link to reset your password.',
  email: 'Email',
  submit: 'Send reset link',
  submitting: 'Sending...',
  sent: `If an account uses this email address, we’ve sent a reset link to it. The link works once and expires in ${RESET_LINK_MINUTES} minutes.`,
  failed: 'We couldn’t send the link. Please try again in a moment.',
  backToLogin: 'Back to login',
};

export const resetPasswordMessages = {
  title: 'New password',
  heading: 'Choose a new password',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  submit: 'Save new password',
  submitting: 'Saving...',
  done: 'Your password has been changed. Log in with your new password.',
  invalid: 'This link has expired or was already used. Please request a new one.',
  failed: 'We couldn’t save your new password. Please try again in a moment.',
  requestNewLink: 'Request a new link',
  toLogin: 'Login',
};

export const confirmEmailMessages = {
  title: 'Confirm email address',
  heading: 'Confirm your email address',
  invitation: 'Confirm that you want to use this email address for your account.',
  submit: 'Confirm email address',
  submitting: 'Confirming...',
  done: 'Your email address is confirmed.',
  invalid: 'This link has expired or was already used. Please request a new one in your account.',
  failed: 'We couldn’t confirm your email address. Please try again in a moment.',
  toAccount: 'Go to my account',
  /** Outside a session of the account. */
  passwordNeeded: 'Enter the password of the account to use this email address for it.',
  password: 'Password',
  wrongPassword: 'This isn’t the password of the account.',
};

/** On the page of every link that confirms an email address, for a reader who has not asked for it. */
export const notMeMessages = {
  heading: 'Not you?',
  text: 'If you didn’t ask for this, someone else entered your email address. Tell us, and it won’t be used for their account.',
  submit: 'This wasn’t me',
  submitting: 'Removing...',
  done: 'Thank you. Your email address isn’t used for that account any more.',
  invalid: 'This link has expired or was already used. Nothing was changed.',
  hasOrders: 'An order was placed with this account, so we can’t remove it here. Please contact us.',
  failed: 'We couldn’t remove your email address. Please try again in a moment.',
  toHome: 'Go to the store',
};

/** For an account with an unconfirmed email address. */
export const unconfirmedEmailMessages = {
  heading: 'Confirm your email address',
  text: (email: string) =>
    `To pay cash on delivery or set up two-factor authentication, use the link in our email to ${email}. If you can’t find it, send it again.`,
  resend: 'Resend link',
  sending: 'Sending...',
  sent: (email: string) => `We’ve sent a link to ${email}. It works once, within ${CONFIRM_LINK_HOURS} hours.`,
  tooMany:
    'We’ve already sent you links in the last hour. Please check your inbox and spam folder, or try again in an hour.',
  already: 'Your email address is confirmed.',
  failed: 'We couldn’t send the link. Please try again in a moment.',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
};

export const undoEmailMessages = {
  title: 'Undo email change',
  heading: 'Undo your email address change',
  invitation:
    'Your account will use this email address again. You’ll be logged out of all devices, and we’ll email you a link to choose a new password.',
  submit: 'Undo the change',
  submitting: 'Undoing...',
  done: 'Your account uses your old email address again, and you’re logged out of all devices. We’ve sent you a link to choose a new password.',
  invalid: 'This link has expired or was already used. If you can’t log in, please contact us.',
  taken: 'Another account uses this email address now, so we can’t undo the change. Please contact us.',
  failed: 'We couldn’t undo the change. Please try again in a moment.',
  toReset: 'Send the link again',
};

export const logoutMessages = {
  title: 'Logout',
  submit: 'Logout',
  submitting: 'Logging out...',
  heading: 'Log out of your account?',
  failed: 'We couldn’t log you out. Please try again in a moment.',
};
