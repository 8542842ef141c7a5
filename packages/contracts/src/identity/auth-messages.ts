import { ADMIN_PASSWORD_MIN } from '../common/permissions.ts';
import { CONFIRM_LINK_HOURS, NEW_PASSWORD_MIN, PASSWORD_MIN, RESET_LINK_MINUTES } from './constants.ts';
export const identityMessages = {
  loading: 'Loading...',
  nameRequired: 'Name is required',
  nameTooLong: 'Please use at most 200 characters for the name.',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${PASSWORD_MIN} characters`,
  newPasswordTooShort: `Password must be at least ${NEW_PASSWORD_MIN} characters`,
  adminPasswordTooShort: `Staff passwords must be at least ${ADMIN_PASSWORD_MIN} characters`,
  passwordTooCommon: 'This password is too common. Choose one that is harder to guess.',
  passwordTooPersonal: 'Choose a password without your name, your email address or the name of the store.',
  passwordTooLong: 'Please use at most 200 characters for the password.',
  passwordsDiffer: 'Passwords do not match',
  phoneInvalid: 'Please enter a phone number with digits, spaces and + ( ) - only.',
  codeRequired: 'Please enter the code',
};

export const loginMessages = {
  title: 'Login',
  heading: 'Welcome back',
  description: 'Sign in to your Crystalline account.',
  invitation: 'Sign in to see your orders, your wishlist and your cart on every device.',
  email: 'Email',
  password: 'Password',
  submit: 'Login',
  submitting: 'Logging in...',
  forgot: 'Forgot your password?',
  noAccount: 'New here?',
  register: 'Create an account',
  invalidCredentials: 'Invalid email or password',
  failed: 'An error occurred during login',
  tooMany: 'Too many attempts. Please wait a few minutes, or choose a new password by e-mail.',
  busy: 'Many people are signing in right now. Please try again in a few seconds.',
};

export const twoFactorLoginMessages = {
  title: 'Two-factor sign-in',
  heading: 'One more step',
  invitation: 'Enter the six digits your authenticator app shows, or one of your recovery codes.',
  code: 'Code',
  submit: 'Verify',
  submitting: 'Verifying...',
  invalidCode: 'This code is not valid. Please try the next one your app shows.',
  expired: 'This sign-in took too long. Please log in again.',
  startOver: 'Back to login',
};

export const passwordHint = (minLength: number) => `At least ${minLength} characters. Longer is safer.`;

export const registerMessages = {
  title: 'Register',
  heading: 'Create your account',
  description: 'Create a Crystalline account.',
  invitation: 'Your addresses, orders and wishlist in one place.',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: passwordHint(PASSWORD_MIN),
  confirmPassword: 'Confirm Password',
  submit: 'Create account',
  submitting: 'Creating account...',
  haveAccount: 'Already have an account?',
  login: 'Login',
  emailTaken: 'Email already exists',
  failed: 'An error occurred during registration',
};

export const forgotPasswordMessages = {
  title: 'Forgot password',
  heading: 'Choose a new password',
  description: 'Ask for a link to choose a new password.',
  invitation: 'Give the email address of your account, and we send you a link to choose a new password.',
  email: 'Email',
  submit: 'Send the link',
  submitting: 'Sending...',
  sent: `If there is an account with this address, a link is on its way. It works once, for ${RESET_LINK_MINUTES} minutes.`,
  failed: 'We could not send the link. Please try again in a moment.',
  backToLogin: 'Back to login',
};

export const resetPasswordMessages = {
  title: 'New password',
  heading: 'Choose a new password',
  password: 'New password',
  confirmPassword: 'Confirm new password',
  submit: 'Save new password',
  submitting: 'Saving...',
  done: 'Your password is changed. Please log in with the new one.',
  invalid: 'This link is no longer valid. Please ask for a new one.',
  failed: 'We could not save the new password. Please try again in a moment.',
  requestNewLink: 'Ask for a new link',
  toLogin: 'Login',
};

export const confirmEmailMessages = {
  title: 'Confirm email address',
  heading: 'Confirm your email address',
  invitation: 'Confirm that you want to use this email address for your account.',
  submit: 'Confirm email address',
  submitting: 'Confirming...',
  done: 'Your email address is confirmed.',
  invalid: 'This link has expired or was already used. Please ask for a new one in your account.',
  failed: 'We could not confirm the address. Please try again in a moment.',
  toAccount: 'Go to my account',
};

/** For an account with an unconfirmed email address. */
export const unconfirmedEmailMessages = {
  heading: 'Confirm your email address',
  text: (email: string) =>
    `We sent a link to ${email}. Follow it to pay cash on delivery and to set up two-factor authentication.`,
  resend: 'Resend link',
  sending: 'Sending...',
  sent: (email: string) => `We’ve sent a link to ${email}. It works once, within ${CONFIRM_LINK_HOURS} hours.`,
  tooMany:
    'We’ve sent you links within the last hour. Please check your inbox and your spam folder, or try again in an hour.',
  already: 'Your email address is confirmed.',
  failed: 'We couldn’t send the link. Please try again in a moment.',
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
};

export const undoEmailMessages = {
  title: 'Undo email change',
  heading: 'Undo the change of your email address',
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
  heading: 'Do you want to log out?',
  failed: 'We could not log you out. Please try again in a moment.',
};
