import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { GuestStart, PasswordReset, Registration } from '@shop/contracts/identity/schema';
import { StaffRegistration } from '@shop/contracts/identity/staff-schema';
import { z } from 'zod';

/** Typed twice, so that a typo does not lock the user out. Sent to the API once. */
const again = { confirmPassword: z.string(identityMessages.passwordsDiffer) };
const same = (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword;
const differing = { error: identityMessages.passwordsDiffer, path: ['confirmPassword'] };

export const RegistrationForm = Registration.extend(again).refine(same, differing);
export const PasswordResetForm = PasswordReset.extend(again).refine(same, differing);
export const StaffRegistrationForm = StaffRegistration.extend(again).refine(same, differing);

/** Tells the two forms of the login page before checkout apart. */
export const GuestForm = GuestStart.extend({ door: z.literal('guest') });
