import type { Problem } from '@shop/contracts/common/problem';
import { CreatedResponse } from '@shop/contracts/common/schema';
import { Order } from '@shop/contracts/orders/schema';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import type { apiFor, WriteResult } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import {
  NoteForm,
  ORDER_ACTION_FAILED,
  type OrderAction,
  type OrderActionResult,
  RefundForm,
  unchangedStatus,
} from './order-forms.ts';

type Api = ReturnType<typeof apiFor>;

/** Handles the forms of the page. Success redirects to the page, so that a reload does not repeat the action. */
export async function handleOrderAction(api: Api, orderId: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  const id = encodeURIComponent(orderId);
  const [page, key] = [`/admin/orders/${id}`, `${text('key')}:${text('intent')}`];

  const submitForm = async <S extends z.ZodType>(
    intent: OrderAction,
    schema: S,
    send: (value: z.output<S>) => Promise<WriteResult<unknown>>,
  ) => {
    const sent = await sendForm(form, schema, send, ORDER_ACTION_FAILED[intent]);
    if (sent.ok) throw redirect(`${page}?done=${intent}`);
    return data<OrderActionResult>({ intent, reply: sent.reply }, { status: sent.status });
  };
  const redirectOrFail = (intent: OrderAction, result: WriteResult<unknown>) => {
    if (result.ok) throw redirect(`${page}?done=${intent}`);
    return errorResult(intent, result.problem);
  };

  switch (text('intent')) {
    case 'refund':
      return submitForm('refund', RefundForm, (refund) => api.post(`${page}/refunds`, CreatedResponse, refund, key));
    case 'retry': {
      const path = `/admin/refunds/${encodeURIComponent(text('refundId'))}/retry`;
      return redirectOrFail('retry', await api.post(path, z.undefined()));
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
      return redirectOrFail('status', await api.put(`/orders/${id}/status`, Order, statusChange, key));
    }
  }
}

const errorResult = (intent: OrderAction, problem: Problem) =>
  data<OrderActionResult>(
    { intent, failed: errorMessage(problem, ORDER_ACTION_FAILED[intent]) },
    { status: problem.status },
  );
