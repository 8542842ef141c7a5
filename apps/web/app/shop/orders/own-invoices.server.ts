import { getInvoice, listInvoices } from '@shop/contracts/invoices/operations';
import type { Api } from '#lib/api.server.ts';

/** None on failure. */
async function loadOwnInvoices(api: Api, orderId: string) {
  const found = await api.call(listInvoices, { params: { id: orderId } });
  return found.ok ? found.value : [];
}

/** The requested document, or else the invoice. Undefined until one is issued. */
export async function loadOwnInvoice(api: Api, orderId: string, requestedId: string | null) {
  const invoices = await loadOwnInvoices(api, orderId);
  const chosen = invoices.find(({ id }) => id === requestedId) ?? invoices[0];
  if (!chosen) return undefined;
  return { id: chosen.id, document: await api.read(getInvoice, { params: { id: orderId, invoiceId: chosen.id } }) };
}
