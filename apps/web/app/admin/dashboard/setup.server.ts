import { adminMessages } from '@shop/contracts/admin/messages';
import { getStoreSettings, updateStoreSettings } from '@shop/contracts/settings/admin-operations';
import type { StoreSettingsUpdate } from '@shop/contracts/settings/admin-schema';
import { rateNotice } from '@shop/contracts/settings/rate-notice';
import {
  confirmSetupStep,
  getSetupGuide,
  sendTestEmail,
  setSetupGuideHidden,
  testPaymentKeys,
} from '@shop/contracts/setup/admin-operations';
import { data, redirect } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { CurrencyFields, IdentityFields } from '#admin/settings/store-settings-fields.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';

/** Longer than the API waits for the payment provider. */
const PROVIDER_TEST_MS = 10_000;

/** For staff who may not change the settings. */
export const NO_SETUP = { setup: null, rateNotice: undefined };

/**
 * `setup` is null if there is nothing left to set up, or the guide is hidden; the exchange rate is asked for
 * nevertheless. A failure never hides the dashboard.
 */
export async function loadSetup(request: Request) {
  const api = apiFor(request);
  const [guide, settings] = await Promise.all([api.call(getSetupGuide), api.call(getStoreSettings)]);
  if (!settings.ok) return NO_SETUP;
  const isShown = guide.ok && !guide.value.hidden && guide.value.steps.some(({ done }) => !done);
  return {
    setup: isShown ? { guide: guide.value, settings: settings.value } : null,
    rateNotice: rateNotice(settings.value),
  };
}

/** The forms and buttons of the guide, by intent. */
export async function runSetupAction(request: Request, url: URL) {
  const form = await formOf(request);
  const api = apiFor(request, { deadlineMs: PROVIDER_TEST_MS });
  const intent = String(form.get('intent') ?? '');
  const key = formKeyOf(form);
  switch (intent) {
    case 'identity': {
      const sent = await sendForm(
        form,
        IdentityFields,
        ({ contactEmail = null, ...fields }) => saveSettings(request, { contactEmail, ...fields }),
        adminMessages.failed,
      );
      return sent.ok ? backWith(url, 'saved') : data({ intent, reply: sent.reply }, { status: sent.status });
    }
    case 'currency': {
      const save = (fields: Partial<StoreSettingsUpdate>) => saveSettings(request, fields);
      const sent = await sendForm(form, CurrencyFields, save, adminMessages.failed);
      return sent.ok ? backWith(url, 'saved') : data({ intent, reply: sent.reply }, { status: sent.status });
    }
    case 'terms':
      return redirectAfterAction(url, 'confirmed', await api.call(confirmSetupStep, { params: { step: intent } }));
    case 'payment':
      return redirectAfterAction(url, 'payment', await api.call(testPaymentKeys, { key }));
    case 'email':
      return redirectAfterAction(url, 'email', await api.call(sendTestEmail, { key }));
    case 'hide':
      return redirectAfterAction(url, 'hidden', await api.call(setSetupGuideHidden, { body: { hidden: true } }));
    default:
      throw data(null, { status: 400 });
  }
}

/** The other settings stay as they are; a version that is out of date is rejected. */
async function saveSettings(request: Request, change: Partial<StoreSettingsUpdate>) {
  const api = apiFor(request);
  const settings = await api.read(getStoreSettings);
  return api.call(updateStoreSettings, { body: { ...settings, ...change } });
}

function backWith({ pathname }: URL, done: string): never {
  throw redirect(`${pathname}?done=${done}`);
}
