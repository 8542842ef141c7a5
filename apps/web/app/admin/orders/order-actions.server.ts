import { retryRefund } from '@shop/contracts/checkout/admin-operations';
import type { Problem } from '@shop/contracts/common/problem';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import {
  addOrderNote,
  editShipment,
  resendOrderEmail,
  revokeOrderLinks,
} from '@shop/contracts/orders/admin-operations';
import { setOrderStatus } from '@shop/contracts/orders/operations';
import type { ShipmentEdit } from '@shop/contracts/orders/shipment-schema';
import { data, redirect } from 'react-router';
import type { z } from 'zod';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { Api, CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import {
  NoteForm,
  needsConfirmation,
  ORDER_ACTION_FAILED,
  type OrderAction,
  type OrderActionResult,
  ShipmentForm,
  unchangedStatus,
} from './order-forms.ts';
import { refundOrder } from './refund-order.server.ts';
import { shipOrder } from './ship-order.server.ts';

/** Parameters of the page that outlive its forms: the list it was opened from, and the filter of the timeline. */
const KEPT_PARAMS = ['from', 'timeline'];

/** Handles the forms of the page. Success redirects to the page, so that a reload does not repeat the action. */
export async function handleOrderAction(api: Api, orderId: string, form: FormData, search: URLSearchParams) {
  const text = (name: string) => String(form.get(name) ?? '');
  const [page, key] = [`/admin/orders/${encodeURIComponent(orderId)}`, `${text('key')}:${text('intent')}`];
  const params = { id: orderId };

  const doneUrl = (intent: OrderAction) =>
    `${page}?${new URLSearchParams([...[...search].filter(([name]) => KEPT_PARAMS.includes(name)), ['done', intent]])}`;
  const submitForm = async <S extends z.ZodType>(
    intent: OrderAction,
    schema: S,
    send: (value: z.output<S>) => Promise<CallResult<unknown>>,
    shipmentId?: string,
  ) => {
    const sent = await sendForm(form, schema, send, ORDER_ACTION_FAILED[intent]);
    if (sent.ok) throw redirect(doneUrl(intent));
    return data<OrderActionResult>({ intent, reply: sent.reply, shipmentId }, { status: sent.status });
  };
  const confirmOrFail = (intent: OrderAction, preview: CallResult<Confirmation>) =>
    preview.ok
      ? data<OrderActionResult>({ intent, confirmation: preview.value })
      : errorResult(intent, preview.problem);
  const redirectOrFail = (intent: OrderAction, result: CallResult<unknown>) => {
    if (result.ok) throw redirect(doneUrl(intent));
    return errorResult(intent, result.problem);
  };

  switch (text('intent')) {
    case 'ship': {
      const rejected = await shipOrder(api, orderId, form, key);
      if (rejected) return rejected;
      throw redirect(doneUrl('ship'));
    }
    case 'shipment': {
      const shipmentId = text('shipmentId');
      const save = (edit: ShipmentEdit) =>
        api.call(editShipment, { params: { ...params, shipmentId }, body: edit, key: `${key}:${shipmentId}` });
      return submitForm('shipment', ShipmentForm, save, shipmentId);
    }
    case 'refund': {
      const answer = await refundOrder(api, orderId, form, key);
      if (answer) return answer;
      throw redirect(doneUrl('refund'));
    }
    case 'retry': {
      const refundId = text('refundId');
      const preview = await previewEffects(form, () => api.call(dryRunOf(retryRefund), { params: { id: refundId } }));
      if (preview) return confirmOrFail('retry', preview);
      return redirectOrFail(
        'retry',
        await api.call(retryRefund, { params: { id: refundId }, key: `${key}:${refundId}` }),
      );
    }
    case 'note':
      return submitForm('note', NoteForm, (note) => api.call(addOrderNote, { params, body: note, key }));
    case 'resend': {
      const emailId = text('emailId');
      const resent = await api.call(resendOrderEmail, { params: { ...params, emailId }, key: `${key}:${emailId}` });
      return redirectOrFail('resend', resent);
    }
    case 'revoke': {
      const link = text('link');
      return redirectOrFail('revoke', await api.submit(revokeOrderLinks, { link }, { params, key: `${key}:${link}` }));
    }
    default: {
      const unchanged = unchangedStatus(form);
      if (unchanged) return data<OrderActionResult>(unchanged);
      const statusChange = {
        status: text('status'),
        expectedStatus: text('expectedStatus'),
        returnToStock: form.has('returnToStock'),
      };
      const dryRun = () => api.submit(dryRunOf(setOrderStatus), statusChange, { params });
      const preview = await previewEffects(form, dryRun, needsConfirmation);
      if (preview) return confirmOrFail('status', preview);
      return redirectOrFail('status', await api.submit(setOrderStatus, statusChange, { params, key }));
    }
  }
}

/** A rejected status has the specification's text, and its reason as the error of a field. */
function errorResult(intent: OrderAction, problem: Problem) {
  const reasons = problem.errors?.map(({ message }) => message) ?? [];
  const failed = [...new Set([errorMessage(problem, ORDER_ACTION_FAILED[intent]), ...reasons])].join(' ');
  return data<OrderActionResult>({ intent, failed }, { status: problem.status });
}
