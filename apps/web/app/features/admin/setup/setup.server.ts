import { adminMessages } from '@shop/contracts/admin/messages';
import { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { SetupGuide } from '@shop/contracts/setup/schema';
import { data, redirect } from 'react-router';
import { CurrencyFields, IdentityFields } from '#features/admin/settings/store-settings-fields.ts';
import { redirectAfterAction } from '#features/admin/shared/admin-action.server.ts';
import { formKeyOf } from '#features/admin/shared/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';

const GUIDE = '/admin/setup-guide';
/** Longer than the API waits for the payment provider. */
const PROVIDER_TEST_MS = 10_000;

/** Null if there is nothing left to set up, or the guide is hidden. A failure never hides the dashboard. */
export async function loadSetup(request: Request) {
  const api = apiFor(request);
  const guide = await api.tryGet(GUIDE, SetupGuide);
  if (!guide.ok || guide.value.hidden || guide.value.steps.every(({ done }) => done)) return null;
  const settings = await api.tryGet('/admin/settings', StoreSettings);
  return settings.ok ? { guide: guide.value, settings: settings.value } : null;
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
      const save = (fields: Partial<StoreSettings>) => saveSettings(request, fields);
      const sent = await sendForm(form, CurrencyFields, save, adminMessages.failed);
      return sent.ok ? backWith(url, 'saved') : data({ intent, reply: sent.reply }, { status: sent.status });
    }
    case 'terms':
      return redirectAfterAction(url, 'confirmed', await api.put(`${GUIDE}/confirmations/${intent}`, SetupGuide));
    case 'payment':
      return redirectAfterAction(url, 'payment', await api.post(`${GUIDE}/payment-test`, SetupGuide, undefined, key));
    case 'email':
      return redirectAfterAction(url, 'email', await api.post(`${GUIDE}/test-email`, SetupGuide, undefined, key));
    case 'hide':
      return redirectAfterAction(url, 'hidden', await api.put(`${GUIDE}/hidden`, SetupGuide, { hidden: true }));
    default:
      throw data(null, { status: 400 });
  }
}

/** The other settings stay as they are; a version that is out of date is rejected. */
async function saveSettings(request: Request, change: Partial<StoreSettings>) {
  const api = apiFor(request);
  const settings = await api.get('/admin/settings', StoreSettings);
  return api.put('/admin/settings', StoreSettings, { ...settings, ...change });
}

function backWith({ pathname }: URL, done: string): never {
  throw redirect(`${pathname}?done=${done}`);
}
