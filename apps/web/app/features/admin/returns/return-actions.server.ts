import { CreatedResponse } from '@shop/contracts/common/schema';
import { formKeyOf } from '#features/admin/shared/form-key.tsx';
import type { apiFor } from '#lib/api.server.ts';

type Api = ReturnType<typeof apiFor>;

/** Each form of a return by its intent: where it is sent, and its body. */
function stepOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '');
  switch (form.get('intent')) {
    case 'authorize':
      return {
        path: 'decision',
        body: { decision: 'authorized', instructions: text('instructions') },
        done: 'authorized',
      };
    case 'decline':
      return { path: 'decision', body: { decision: 'declined', reason: text('reason') }, done: 'declined' };
    case 'receive':
      return { path: 'receipt', body: { lines: receivedLines(form) }, done: 'received' };
    case 'refund':
      return { path: 'refund', body: undefined, done: 'refunded' };
    case 'ship':
      return {
        path: 'exchange',
        body: { carrier: text('carrier'), trackingNumber: text('trackingNumber') },
        done: 'shipped',
      };
    case 'deliver':
      return { path: 'exchange/delivery', body: undefined, done: 'delivered' };
    default:
      return undefined;
  }
}

const receivedLines = (form: FormData) =>
  form.getAll('lineId').map((id) => ({
    id,
    restocked: Number(form.get(`restocked:${id}`)),
    writtenOff: Number(form.get(`writtenOff:${id}`)),
  }));

/** Undefined for a form that no page of ours has. */
export async function sendReturnStep(api: Api, id: string, form: FormData) {
  const step = stepOf(form);
  if (!step) return undefined;
  const url = `/admin/returns/${encodeURIComponent(id)}/${step.path}`;
  return { done: step.done, result: await api.post(url, CreatedResponse, step.body, formKeyOf(form, id)) };
}
