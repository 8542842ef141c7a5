import type { SubmissionResult } from '@conform-to/react';
import { settingsMessages } from '@shop/contracts/account-texts';
import {
  PasswordChange,
  PasswordCheck,
  type Preferences,
  TwoFactorCheck,
  TwoFactorCode,
  type TwoFactorSetup,
} from '@shop/contracts/identity';
import { identityMessages } from '@shop/contracts/identity-texts';
import { z } from 'zod';

/** The forms of the settings page, by what they do. */
export const Intent = z.enum([
  'password',
  'preferences',
  'sign-out',
  'sign-out-others',
  'two-factor-setup',
  'two-factor-confirmation',
  'two-factor-removal',
  'recovery-codes',
  'deletion',
]);
export type Intent = z.infer<typeof Intent>;

/** What a form of the settings page answers, unless all is done. */
export type SettingsActionResult = {
  intent: Intent;
  reply?: SubmissionResult;
  failed?: string;
  preferences?: Preferences;
  setup?: TwoFactorSetup;
  recoveryCodes?: string[];
};

/** What `?done=` stands for. */
export const SETTINGS_DONE = {
  password: settingsMessages.passwordUpdated,
  preferences: settingsMessages.preferencesSaved,
  'signed-out': settingsMessages.signedOutOne,
  'signed-out-others': settingsMessages.signedOutOthers,
  'two-factor-on': settingsMessages.twoFactorTurnedOn,
  'two-factor-off': settingsMessages.twoFactorTurnedOff,
};

// Every form also says what it does. A contract takes nothing it does not know, hence the stripping.
export const PasswordForm = PasswordChange.strip()
  .extend({ confirmPassword: z.string(identityMessages.passwordsDiffer) })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: identityMessages.passwordsDiffer,
  });
export const PasswordCheckForm = PasswordCheck.strip();
export const TwoFactorCheckForm = TwoFactorCheck.strip();
export const TwoFactorCodeForm = TwoFactorCode.strip();
