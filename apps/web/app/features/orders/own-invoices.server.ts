import { InvoiceDocument, InvoiceList } from '@shop/contracts/invoices/schema';
import type { apiFor } from '#lib/api.server.ts';

type Api = ReturnType<typeof apiFor>;

const listOf = (orderId: string) => `/orders/${encodeURIComponent(orderId)}/invoices`;

/** None on failure, and for staff on the page of a customer's order: the rest of the page still shows. */
export async function loadOwnInvoices(api: Api, orderId: string) {
  const found = await api.tryGet(listOf(orderId), InvoiceList);
  return found.ok ? found.value : [];
}

/** The requested document, or else the invoice. Undefined until one is issued. */
export async function loadOwnInvoice(api: Api, orderId: string, requestedId: string | null) {
  const invoices = await loadOwnInvoices(api, orderId);
  const chosen = invoices.find(({ id }) => id === requestedId) ?? invoices[0];
  if (!chosen) return undefined;
  return { id: chosen.id, document: await api.get(`${listOf(orderId)}/${chosen.id}`, InvoiceDocument) };
}
