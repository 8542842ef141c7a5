import { STORE_NAME } from '@shop/contracts/common/constants';
import { isStaff, STAFF_PASSWORD_MIN } from '@shop/contracts/common/permissions';
import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { PASSWORD_MIN } from '@shop/contracts/identity/constants';
import { dictionary } from '@zxcvbn-ts/language-common';
import { DomainError } from '#platform/errors.ts';

/** 49,233 leaked passwords in lower case; 17,950 of them have eight characters or more. */
const common = new Set(dictionary['passwords-common']);

type UserDetails = { name: string; email: string; role: string };

/** Why the user cannot have this password, if so. For customers, the contracts have checked its length. */
function passwordProblem(password: string, user: UserDetails) {
  if (isStaff(user) && password.length < STAFF_PASSWORD_MIN) return identityMessages.adminPasswordTooShort;
  const typed = password.toLowerCase();
  if (isPersonal(typed, user)) return identityMessages.passwordTooPersonal;
  return isCommon(typed) ? identityMessages.passwordTooCommon : undefined;
}

/** Whether it is strong enough for staff, regardless of the user's current role. */
export const isStaffPassword = (password: string, user: Omit<UserDetails, 'role'>) =>
  passwordProblem(password, { ...user, role: 'admin' }) === undefined;

export function assertStrongPassword(password: string, user: UserDetails, field: string) {
  const message = passwordProblem(password, user);
  if (message) throw new DomainError('invalid', 'invalid', message, { errors: [{ field, message }] });
}

/** Ignores trailing digits and symbols, unless they make up more than half of the password. */
function isCommon(typed: string) {
  const stem = typed.replace(/[^a-z]+$/, '');
  return common.has(typed) || (stem.length * 2 >= typed.length && common.has(stem));
}

/** Without the names of store and user, the rest must be long enough by itself. */
function isPersonal(typed: string, { name, email }: UserDetails) {
  const [local = ''] = email.split('@');
  const names = [email, local, STORE_NAME, ...name.split(/\s+/)].map((word) => word.toLowerCase());
  let remaining = typed;
  for (const word of names) if (word.length > 2) remaining = remaining.replaceAll(word, '');
  return remaining !== typed && remaining.replace(/[^\p{L}\p{N}]/gu, '').length < PASSWORD_MIN;
}
