import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { refundOrder as refundOrderOperation } from '@shop/contracts/orders/admin-operations';
import { data } from 'react-router';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { Api, CallResult } from '#lib/api.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { ORDER_ACTION_FAILED, type OrderActionResult, RefundForm } from './order-forms.ts';
import { chosenItems, SHIPPING_FIELD } from './unit-choice.ts';

/** Undefined when the refund was issued; otherwise its confirmation, or the errors of the form. */
export async function refundOrder(api: Api, orderId: string, form: FormData, key: string) {
  const params = { id: orderId };
  const items = chosenItems(form);
  const shipping = form.has(SHIPPING_FIELD);
  const sent = await sendForm(
    form,
    RefundForm,
    async (typed): Promise<CallResult<Confirmation | undefined>> => {
      const refund = { ...typed, items, shipping };
      const preview = await previewEffects(form, () =>
        api.call(dryRunOf(refundOrderOperation), { params, body: refund }),
      );
      if (preview) return preview;
      const result = await api.call(refundOrderOperation, { params, body: refund, key });
      return result.ok ? { ok: true, value: undefined, cookies: [] } : result;
    },
    ORDER_ACTION_FAILED.refund,
  );
  if (!sent.ok) return data<OrderActionResult>({ intent: 'refund', reply: sent.reply }, { status: sent.status });
  return sent.value && data<OrderActionResult>({ intent: 'refund', confirmation: sent.value });
}
