import type { Problem } from '@shop/contracts/common/problem';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { Order } from '@shop/contracts/orders/schema';
import type { ShipmentEdit } from '@shop/contracts/orders/shipment-schema';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import { previewEffects } from '#features/admin/effects/confirm.server.ts';
import type { Confirmation } from '#features/admin/effects/confirmation.ts';
import type { ApiResult, apiFor, WriteResult } from '#lib/api.server.ts';
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
import { refundOrder } from './refund/refund-order.server.ts';
import { shipOrder } from './ship-order.server.ts';

type Api = ReturnType<typeof apiFor>;

/** Parameters of the page that outlive its forms: the list it was opened from, and the filter of the timeline. */
const KEPT_PARAMS = ['from', 'timeline'];

/** Handles the forms of the page. Success redirects to the page, so that a reload does not repeat the action. */
export async function handleOrderAction(api: Api, orderId: string, form: FormData, search: URLSearchParams) {
  const text = (name: string) => String(form.get(name) ?? '');
  const id = encodeURIComponent(orderId);
  const [page, key] = [`/admin/orders/${id}`, `${text('key')}:${text('intent')}`];

  const doneUrl = (intent: OrderAction) =>
    `${page}?${new URLSearchParams([...[...search].filter(([name]) => KEPT_PARAMS.includes(name)), ['done', intent]])}`;
  const submitForm = async <S extends z.ZodType>(
    intent: OrderAction,
    schema: S,
    send: (value: z.output<S>) => Promise<WriteResult<unknown>>,
    shipmentId?: string,
  ) => {
    const sent = await sendForm(form, schema, send, ORDER_ACTION_FAILED[intent]);
    if (sent.ok) throw redirect(doneUrl(intent));
    return data<OrderActionResult>({ intent, reply: sent.reply, shipmentId }, { status: sent.status });
  };
  const confirmOrFail = (intent: OrderAction, preview: ApiResult<Confirmation>) =>
    preview.ok
      ? data<OrderActionResult>({ intent, confirmation: preview.value })
      : errorResult(intent, preview.problem);
  const redirectOrFail = (intent: OrderAction, result: WriteResult<unknown>) => {
    if (result.ok) throw redirect(doneUrl(intent));
    return errorResult(intent, result.problem);
  };

  switch (text('intent')) {
    case 'ship': {
      const rejected = await shipOrder(api, page, form, key);
      if (rejected) return rejected;
      throw redirect(doneUrl('ship'));
    }
    case 'shipment': {
      const shipmentId = text('shipmentId');
      const path = `${page}/shipments/${encodeURIComponent(shipmentId)}`;
      const save = (edit: ShipmentEdit) => api.put(path, CreatedResponse, edit, `${key}:${shipmentId}`);
      return submitForm('shipment', ShipmentForm, save, shipmentId);
    }
    case 'refund': {
      const answer = await refundOrder(api, page, form, key);
      if (answer) return answer;
      throw redirect(doneUrl('refund'));
    }
    case 'retry': {
      const refundId = text('refundId');
      const path = `/admin/refunds/${encodeURIComponent(refundId)}/retry`;
      const preview = await previewEffects(api, form, { method: 'post', path });
      if (preview) return confirmOrFail('retry', preview);
      return redirectOrFail('retry', await api.post(path, z.undefined(), undefined, `${key}:${refundId}`));
    }
    case 'note':
      return submitForm('note', NoteForm, (note) => api.post(`${page}/notes`, CreatedResponse, note, key));
    case 'resend': {
      const emailId = text('emailId');
      const path = `${page}/emails/${encodeURIComponent(emailId)}/copies`;
      return redirectOrFail('resend', await api.post(path, CreatedResponse, undefined, `${key}:${emailId}`));
    }
    default: {
      const unchanged = unchangedStatus(form);
      if (unchanged) return data<OrderActionResult>(unchanged);
      const statusChange = {
        status: text('status'),
        expectedStatus: text('expectedStatus'),
        returnToStock: form.has('returnToStock'),
      };
      const path = `/orders/${id}/status`;
      const write = { method: 'put' as const, path, body: statusChange };
      const preview = await previewEffects(api, form, write, needsConfirmation);
      if (preview) return confirmOrFail('status', preview);
      return redirectOrFail('status', await api.put(path, Order, statusChange, key));
    }
  }
}

/** A rejected status has the specification's text, and its reason as the error of a field. */
function errorResult(intent: OrderAction, problem: Problem) {
  const reasons = problem.errors?.map(({ message }) => message) ?? [];
  const failed = [...new Set([errorMessage(problem, ORDER_ACTION_FAILED[intent]), ...reasons])].join(' ');
  return data<OrderActionResult>({ intent, failed }, { status: problem.status });
}
