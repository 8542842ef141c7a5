import { CreatedResponse } from '@shop/contracts/common/schema';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { data } from 'react-router';
import { previewEffects } from '#features/admin/effects/confirm.server.ts';
import type { Confirmation } from '#features/admin/effects/confirmation.ts';
import type { apiFor, WriteResult } from '#lib/api.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { ORDER_ACTION_FAILED, type OrderActionResult, RefundForm } from '../order-forms.ts';
import { chosenAmount } from './unit-choice.ts';

type Api = ReturnType<typeof apiFor>;

/** Undefined when the refund was issued; otherwise its confirmation, or the errors of the form. */
export async function refundOrder(api: Api, page: string, form: FormData, key: string) {
  await fillAmount(api, page, form);
  const path = `${page}/refunds`;
  const sent = await sendForm(
    form,
    RefundForm,
    async (refund): Promise<WriteResult<Confirmation | undefined>> => {
      const preview = await previewEffects(api, form, { method: 'post', path, body: refund });
      if (preview) return { ...preview, cookies: [] };
      const result = await api.post(path, CreatedResponse, refund, key);
      return result.ok ? { ok: true, value: undefined, cookies: [] } : result;
    },
    ORDER_ACTION_FAILED.refund,
  );
  if (!sent.ok) return data<OrderActionResult>({ intent: 'refund', reply: sent.reply }, { status: sent.status });
  return sent.value && data<OrderActionResult>({ intent: 'refund', confirmation: sent.value });
}

/** Without JavaScript the form does not calculate the amount of its units. */
async function fillAmount(api: Api, page: string, form: FormData) {
  if (String(form.get('amount') ?? '').trim() !== '') return;
  const found = await api.tryGet(page, AdminOrder);
  if (found.ok) form.set('amount', chosenAmount(found.value, form));
}
