import { retryRefund } from '@shop/contracts/checkout/admin-operations';
import type { Problem } from '@shop/contracts/common/problem';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import {
  addOrderNote,
  createShipment,
  editShipment,
  refundOrder as refundOrderOperation,
  resendOrderEmail,
  revokeOrderLinks,
} from '@shop/contracts/orders/admin-operations';
import { setOrderStatus } from '@shop/contracts/orders/operations';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { shipmentMessages } from '@shop/contracts/orders/shipment-messages';
import { NewShipment, type ShipmentEdit } from '@shop/contracts/orders/shipment-schema';
import { data, redirect } from 'react-router';
import type { z } from 'zod';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { Api, CallResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import {
  NoteForm,
  needsConfirmation,
  ORDER_ACTION_FAILED,
  type OrderAction,
  type OrderActionResult,
  RefundForm,
  ShipmentForm,
  unchangedStatus,
} from './order-forms.ts';
import { newShipmentOf } from './shipping.ts';
import { chosenItems, SHIPPING_FIELD } from './unit-choice.ts';

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

/** Undefined when the units were shipped; otherwise the errors, with the submitted values for the page. */
async function shipOrder(api: Api, orderId: string, form: FormData, key: string) {
  const reject = (status: number, result: Omit<OrderActionResult, 'intent' | 'values'>) =>
    data<OrderActionResult>({ intent: 'ship', values: valuesOf(form), ...result }, { status });

  const shipment = NewShipment.safeParse(newShipmentOf(form));
  if (!shipment.success) return reject(422, { errors: shipErrors(shipment.error.issues) });
  const result = await api.call(createShipment, { params: { id: orderId }, body: shipment.data, key });
  if (result.ok) return undefined;
  const { problem } = result;
  return problem.errors?.length
    ? reject(problem.status, { errors: shipErrors(problem.errors) })
    : reject(problem.status, { failed: errorMessage(problem, packingMessages.shipFailed) });
}

/** The quantities share one message below the items. */
function shipErrors(found: Parameters<typeof fieldErrors>[0]) {
  const errors = fieldErrors(found);
  const isQuantityWrong = Object.keys(errors).some((field) => field.startsWith('items.'));
  return isQuantityWrong ? { ...errors, items: shipmentMessages.quantityInvalid } : errors;
}

const valuesOf = (form: FormData) =>
  Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** Undefined when the refund was issued; otherwise its confirmation, or the errors of the form. */
async function refundOrder(api: Api, orderId: string, form: FormData, key: string) {
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
