export const PASSWORD_MIN = 6;
/** Whoever runs the shop guards it with more. */
export const ADMIN_PASSWORD_MIN = 12;
export const RESET_LINK_MINUTES = 30;
export const EMAIL_LINK_MINUTES = 30;

export const identityMessages = {
  loading: 'Loading...',
  nameRequired: 'Name is required',
  nameTooLong: 'Please use at most 200 characters for the name.',
  emailRequired: 'Email is required',
  emailInvalid: 'Email is invalid',
  passwordRequired: 'Password is required',
  passwordTooShort: `Password must be at least ${PASSWORD_MIN} characters`,
  adminPasswordTooShort: `The password of an admin must have at least ${ADMIN_PASSWORD_MIN} characters.`,
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
  refused: 'Invalid email or password',
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
  refused: 'This code is not valid. Please try the next one your app shows.',
  expired: 'This sign-in took too long. Please log in again.',
  startOver: 'Back to login',
};

export const registerMessages = {
  title: 'Register',
  heading: 'Create your account',
  description: 'Create a Crystalline account.',
  invitation: 'Your addresses, orders and wishlist in one place.',
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: `At least ${PASSWORD_MIN} characters. Longer is safer.`,
  confirmPassword: 'Confirm Password',
  submit: 'Create account',
  submitting: 'Creating account...',
  haveAccount: 'Already have an account?',
  login: 'Login',
  refused: 'Email already exists',
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
  askAgain: 'Ask for a new link',
  toLogin: 'Login',
};

export const confirmEmailMessages = {
  title: 'Confirm email address',
  heading: 'Confirm your new email address',
  invitation: 'Press the button to use this address for your account from now on.',
  submit: 'Confirm email address',
  submitting: 'Confirming...',
  done: 'Your new email address is confirmed.',
  invalid: 'This link is no longer valid. Please change the address in your profile again.',
  failed: 'We could not confirm the address. Please try again in a moment.',
  toAccount: 'Go to my account',
};

export const logoutMessages = {
  title: 'Logout',
  submit: 'Logout',
  submitting: 'Logging out...',
  heading: 'Do you want to log out?',
  failed: 'We could not log you out. Please try again in a moment.',
};

export const isAdmin = (user: { role: string } | null | undefined) => user?.role === 'admin';
export const isAuthenticated = (user: unknown) => user != null;
