import { adminMessages } from '@shop/contracts/admin/messages';
import {
  createCampaign as createCampaignOperation,
  editCampaign,
  scheduleCampaign,
  sendCampaign,
  sendCampaignTestEmail,
  stopCampaign,
} from '@shop/contracts/campaigns/admin-operations';
import type { Problem } from '@shop/contracts/common/problem';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { fullEffectSentence } from '@shop/contracts/effects/messages';
import { data, redirect } from 'react-router';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor, type CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { CampaignFields } from './campaign-fields.ts';
import type { CampaignResult } from './campaign-result.ts';

const pageOf = (campaignId: string, done: string) => `/admin/campaigns/${encodeURIComponent(campaignId)}?done=${done}`;

const respond = (result: CampaignResult, status = 200) => data(result, { status });
const failed = (problem: Problem) => respond({ failed: errorMessage(problem, adminMessages.failed) }, problem.status);

export async function createCampaign(request: Request) {
  const form = await formOf(request);
  const sent = await sendForm(
    form,
    CampaignFields,
    (campaign) => apiFor(request).call(createCampaignOperation, { body: campaign, key: formKeyOf(form) }),
    adminMessages.failed,
  );
  if (!sent.ok) return respond({ reply: sent.reply }, sent.status);
  throw redirect(pageOf(sent.value.id, 'created'));
}

/** The forms of the campaign page, by the intent of their button. */
export async function changeCampaign(request: Request, id: string) {
  const form = await formOf(request);
  const api = apiFor(request);
  const params = { id };
  const key = formKeyOf(form, id);
  const preview = (dryRun: Parameters<typeof previewEffects>[1]) =>
    previewEffects(form, dryRun, undefined, fullEffectSentence);
  const finish = (result: CallResult<unknown>, done: string) => {
    if (!result.ok) return failed(result.problem);
    throw redirect(pageOf(id, done));
  };

  switch (form.get('intent')) {
    case 'test':
      return finish(await api.call(sendCampaignTestEmail, { params, key }), 'tested');
    case 'stop':
      return finish(await api.call(stopCampaign, { params, key }), 'stopped');
    case 'send': {
      const previewed = await preview(() => api.call(dryRunOf(sendCampaign), { params }));
      if (previewed?.ok) return respond({ confirmation: previewed.value, intent: 'send' });
      if (previewed) return failed(previewed.problem);
      return finish(await api.call(sendCampaign, { params, key }), 'started');
    }
    case 'schedule': {
      const at = String(form.get('at') ?? '');
      const rejected = (problem: Problem) => {
        const atError = fieldErrors(problem.errors).at;
        return atError ? respond({ at, atError }, problem.status) : failed(problem);
      };
      const previewed = await preview(() => api.call(dryRunOf(scheduleCampaign), { params, body: { at } }));
      if (previewed?.ok) return respond({ at, confirmation: previewed.value, intent: 'schedule' });
      if (previewed) return rejected(previewed.problem);
      const scheduled = await api.call(scheduleCampaign, { params, body: { at }, key });
      return scheduled.ok ? finish(scheduled, 'scheduled') : rejected(scheduled.problem);
    }
  }

  const sent = await sendForm(
    form,
    CampaignFields,
    (campaign) => api.call(editCampaign, { params, body: campaign, key }),
    adminMessages.failed,
  );
  return sent.ok ? finish(sent, 'saved') : respond({ reply: sent.reply }, sent.status);
}
