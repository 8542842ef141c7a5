import type { SubmissionResult } from '@conform-to/react';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import {
  PasswordChange,
  PasswordCheck,
  type Preferences,
  TwoFactorCheck,
  TwoFactorCode,
  type TwoFactorSetup,
} from '@shop/contracts/identity/schema';
import { z } from 'zod';

/** The forms of the settings page. */
export const Intent = z.enum([
  'password',
  'preferences',
  'log-out',
  'log-out-others',
  'two-factor-setup',
  'two-factor-confirmation',
  'two-factor-removal',
  'recovery-codes',
  'deletion',
]);
export type Intent = z.infer<typeof Intent>;

/** The result of a form that did not redirect. */
export type SettingsActionResult = {
  intent: Intent;
  reply?: SubmissionResult;
  failed?: string;
  preferences?: Preferences;
  setup?: TwoFactorSetup;
  recoveryCodes?: string[];
};

/** Messages by the value of `?done=`. */
export const SETTINGS_DONE = {
  password: settingsMessages.passwordUpdated,
  preferences: settingsMessages.preferencesSaved,
  'logged-out': settingsMessages.deviceLoggedOut,
  'logged-out-others': settingsMessages.loggedOutOthers,
  'two-factor-on': settingsMessages.twoFactorTurnedOn,
  'two-factor-off': settingsMessages.twoFactorTurnedOff,
};

// The forms also send their intent, which the strict contracts would reject.
export const PasswordForm = PasswordChange.strip()
  .extend({ confirmPassword: z.string(identityMessages.passwordsDiffer) })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: identityMessages.passwordsDiffer,
  });
export const PasswordCheckForm = PasswordCheck.strip();
export const TwoFactorCheckForm = TwoFactorCheck.strip();
export const TwoFactorCodeForm = TwoFactorCode.strip();
