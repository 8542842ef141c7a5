import { InvoiceDocument } from '@shop/contracts/invoices/schema';
import type { Db } from '#platform/database/db.ts';
import { toIso } from '#platform/timestamps.ts';
import { renderInThread } from './pdf/renderer.ts';
import { findInvoice, listInvoices, type OrderOwner } from './queries.ts';
import { invoiceNotFound, orderNotFound } from './rules.ts';

/** In the order of issue: the invoice, then its credit notes. */
export async function browseInvoices(db: Db, owner: OrderOwner, orderId: string) {
  const rows = await listInvoices(db, owner, orderId);
  if (!rows) throw orderNotFound();
  return rows.map((row) => ({ ...row, issuedAt: toIso(row.issuedAt) }));
}

async function getStored(db: Db, owner: OrderOwner, orderId: string, id: string) {
  const found = await findInvoice(db, owner, orderId, id);
  if (!found) throw invoiceNotFound();
  return { document: InvoiceDocument.parse(found.document), templateVersion: found.templateVersion };
}

export const getInvoice = async (db: Db, owner: OrderOwner, orderId: string, id: string) =>
  (await getStored(db, owner, orderId, id)).document;

export async function getInvoicePdf(db: Db, owner: OrderOwner, orderId: string, id: string) {
  const { document, templateVersion } = await getStored(db, owner, orderId, id);
  return { name: `${document.number}.pdf`, content: await renderInThread(document, templateVersion) };
}
