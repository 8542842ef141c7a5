import { Made } from '@shop/contracts/admin-orders';
import { Order } from '@shop/contracts/orders';
import type { Problem } from '@shop/contracts/problem';
import { data, redirect } from 'react-router';
import { z } from 'zod';
import type { apiFor, Written } from './api.server.ts';
import {
  DESK_FAILED,
  type DeskAnswer,
  type DeskIntent,
  NoteForm,
  RefundForm,
  unchangedStatus,
} from './order-desk-forms.ts';
import { refusalOr, sendForm } from './send-form.server.ts';

type Api = ReturnType<typeof apiFor>;

/** Does what a form of the page asks for. What succeeds leads back to the page, so that a reload does nothing twice. */
export async function workAtDesk(api: Api, orderId: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  const id = encodeURIComponent(orderId);
  const [page, key] = [`/admin/orders/${id}`, `${text('key')}:${text('intent')}`];

  const checked = async <S extends z.ZodType>(
    intent: DeskIntent,
    schema: S,
    send: (value: z.output<S>) => Promise<Written<unknown>>,
  ) => {
    const sent = await sendForm(form, schema, send, refusalOr(DESK_FAILED[intent]));
    if (sent.ok) throw redirect(`${page}?done=${intent}`);
    return data<DeskAnswer>({ intent, reply: sent.reply }, { status: sent.status });
  };
  const settled = (intent: DeskIntent, answer: Written<unknown>) => {
    if (answer.ok) throw redirect(`${page}?done=${intent}`);
    return refused(intent, answer.problem);
  };

  switch (text('intent')) {
    case 'refund':
      return checked('refund', RefundForm, (refund) => api.post(`${page}/refunds`, Made, refund, key));
    case 'retry': {
      const path = `/admin/refunds/${encodeURIComponent(text('refundId'))}/retry`;
      return settled('retry', await api.post(path, z.undefined()));
    }
    case 'note':
      return checked('note', NoteForm, (note) => api.post(`${page}/notes`, Made, note, key));
    case 'resend': {
      const mailId = text('mailId');
      const path = `${page}/mails/${encodeURIComponent(mailId)}/copies`;
      return settled('resend', await api.post(path, Made, undefined, `${key}:${mailId}`));
    }
    default: {
      const unchanged = unchangedStatus(form);
      if (unchanged) return data<DeskAnswer>(unchanged);
      const wish = { status: text('status'), believed: text('believed'), returnToStock: form.has('returnToStock') };
      return settled('status', await api.put(`/orders/${id}/status`, Order, wish, key));
    }
  }
}

const refused = (intent: DeskIntent, problem: Problem) =>
  data<DeskAnswer>({ intent, failed: refusalOr(DESK_FAILED[intent])(problem) }, { status: problem.status });
