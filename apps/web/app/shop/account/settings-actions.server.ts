import type { Problem } from '@shop/contracts/common/problem';
import { settingsMessages } from '@shop/contracts/identity/account-messages';
import {
  changePassword,
  confirmTwoFactor,
  deleteAccount,
  disableTwoFactor,
  endOtherSessions,
  endSession,
  renewRecoveryCodes,
  startTwoFactorSetup,
  updatePreferences,
} from '@shop/contracts/identity/operations';
import { type Preferences, type TwoFactorCheck, TwoFactorSetup } from '@shop/contracts/identity/schema';
import { data, redirect } from 'react-router';
import type { Api, CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { withCookies } from '#lib/with-cookies.server.ts';
import {
  type Intent,
  PasswordCheckForm,
  PasswordForm,
  type SETTINGS_DONE,
  type SettingsActionResult,
  TwoFactorCheckForm,
  TwoFactorCodeForm,
} from './settings-forms.ts';

type SettingsAction = (api: Api, form: FormData) => Promise<SettingsReply>;
type SettingsReply = ReturnType<typeof respond>;

const { failed } = settingsMessages;

const respond = (result: SettingsActionResult, status = 200) => data(result, { status });
const reject = (intent: Intent, problem: Problem, submitted: Pick<SettingsActionResult, 'preferences'> = {}) =>
  respond({ intent, failed: errorMessage(problem, failed), ...submitted }, problem.status);

const sendPassword = <T>(form: FormData, send: (check: { password: string }) => Promise<CallResult<T>>) =>
  sendForm(form, PasswordCheckForm, send, failed);
const sendCode = <T>(form: FormData, send: (check: TwoFactorCheck) => Promise<CallResult<T>>) =>
  sendForm(form, TwoFactorCheckForm, send, failed);

/**
 * Redirects, because the browser may have a new session cookie and a reload must not repeat the action. `#top`
 * scrolls away from the section a form without scripts was sent to: the message is at the top of the page.
 */
const done = (what: keyof typeof SETTINGS_DONE, cookies: string[] = []) =>
  redirect(`/account/settings?done=${what}#top`, withCookies({}, cookies));

export const settingsActions: Record<Intent, SettingsAction> = {
  async password(api, form) {
    const sent = await sendForm(
      form,
      PasswordForm,
      ({ currentPassword, newPassword }) => api.call(changePassword, { body: { currentPassword, newPassword } }),
      failed,
    );
    if (sent.ok) throw done('password', sent.cookies);
    return respond({ intent: 'password', reply: sent.reply }, sent.status);
  },

  async preferences(api, form) {
    const preferences: Preferences = {
      orderEmails: form.has('orderEmails'),
      marketing: form.has('marketing'),
    };
    const saved = await api.call(updatePreferences, { body: preferences });
    if (saved.ok) throw done('preferences');
    return reject('preferences', saved.problem, { preferences });
  },

  async 'log-out'(api, form) {
    const id = String(form.get('id'));
    const ended = await api.call(endSession, { params: { id } });
    // A session that no longer exists counts as ended.
    if (ended.ok || ended.problem.status === 404) throw done('logged-out');
    return reject('log-out', ended.problem);
  },

  async 'log-out-others'(api) {
    const ended = await api.call(endOtherSessions);
    if (ended.ok) throw done('logged-out-others');
    return reject('log-out-others', ended.problem);
  },

  async 'two-factor-setup'(api, form) {
    const sent = await sendPassword(form, (check) => api.call(startTwoFactorSetup, { body: check }));
    if (sent.ok) return respond({ intent: 'two-factor-setup', setup: sent.value });
    return respond({ intent: 'two-factor-setup', reply: sent.reply }, sent.status);
  },

  async 'two-factor-confirmation'(api, form) {
    const sent = await sendForm(form, TwoFactorCodeForm, (code) => api.call(confirmTwoFactor, { body: code }), failed);
    if (sent.ok) throw done('two-factor-on', sent.cookies);
    // The API returns the setup key only once, so the form sends it along for the next attempt.
    const setup = TwoFactorSetup.safeParse({
      totpUri: form.get('totpUri'),
      recoveryCodes: form.getAll('recoveryCode'),
    });
    return respond({ intent: 'two-factor-confirmation', reply: sent.reply, setup: setup.data }, sent.status);
  },

  async 'two-factor-removal'(api, form) {
    const sent = await sendCode(form, (check) => api.call(disableTwoFactor, { body: check }));
    if (sent.ok) throw done('two-factor-off', sent.cookies);
    return respond({ intent: 'two-factor-removal', reply: sent.reply }, sent.status);
  },

  async 'recovery-codes'(api, form) {
    const sent = await sendCode(form, (check) => api.call(renewRecoveryCodes, { body: check }));
    if (sent.ok) return respond({ intent: 'recovery-codes', recoveryCodes: sent.value.recoveryCodes });
    return respond({ intent: 'recovery-codes', reply: sent.reply }, sent.status);
  },

  async deletion(api, form) {
    const sent = await sendPassword(form, (check) => api.call(deleteAccount, { body: check }));
    if (sent.ok) throw redirect('/', withCookies({}, sent.cookies));
    return respond({ intent: 'deletion', reply: sent.reply }, sent.status);
  },
};
