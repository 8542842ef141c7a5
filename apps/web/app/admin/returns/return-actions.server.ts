import {
  decideReturn,
  deliverExchange,
  receiveReturn,
  refundReturn,
  shipExchange,
} from '@shop/contracts/returns/admin-operations';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import type { Api } from '#lib/api.server.ts';

/** Each form of a return, by its intent. Undefined for a form that no page of ours has. */
export async function sendReturnStep(api: Api, id: string, form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  const step = { params: { id }, key: formKeyOf(form, id) };
  switch (form.get('intent')) {
    case 'authorize': {
      const body = { decision: 'authorized' as const, instructions: text('instructions') };
      return { done: 'authorized', result: await api.call(decideReturn, { ...step, body }) };
    }
    case 'decline': {
      const body = { decision: 'declined' as const, reason: text('reason') };
      return { done: 'declined', result: await api.call(decideReturn, { ...step, body }) };
    }
    case 'receive':
      return {
        done: 'received',
        result: await api.call(receiveReturn, { ...step, body: { lines: receivedLines(form) } }),
      };
    case 'refund': {
      const refund = form.has('method') ? { method: text('method') } : undefined;
      return { done: 'refunded', result: await api.submit(refundReturn, refund, step) };
    }
    case 'ship': {
      const body = { carrier: text('carrier'), trackingNumber: text('trackingNumber') };
      return { done: 'shipped', result: await api.call(shipExchange, { ...step, body }) };
    }
    case 'deliver':
      return { done: 'delivered', result: await api.call(deliverExchange, step) };
    default:
      return undefined;
  }
}

const receivedLines = (form: FormData) =>
  form.getAll('lineId').map((id) => ({
    id: String(id),
    restocked: Number(form.get(`restocked:${id}`)),
    writtenOff: Number(form.get(`writtenOff:${id}`)),
  }));
