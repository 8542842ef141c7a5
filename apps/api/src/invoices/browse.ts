import { invoiceMessages } from '@shop/contracts/invoices/messages';
import { InvoiceDocument } from '@shop/contracts/invoices/schema';
import type { Disk } from 'flydrive';
import pLimit from 'p-limit';
import { putAtOnce } from '#media/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { toIso } from '#platform/timestamps.ts';
import { renderInThread } from './pdf-renderer.ts';
import { findInvoice, listInvoices, type OrderOwner } from './queries.ts';
import { invoiceNotFound, orderNotFound } from './rules.ts';

/** In the order of issue: the invoice, then its credit notes. */
export async function browseInvoices(db: Db, owner: OrderOwner, orderId: string) {
  const order = await db.run(listInvoices(owner, orderId));
  if (!order) throw orderNotFound();
  return order.invoices.map((row) => ({ ...row, issuedAt: toIso(row.issuedAt) }));
}

async function getStored(db: Db, owner: OrderOwner, orderId: string, id: string) {
  const found = await db.run(findInvoice(owner, orderId, id));
  if (!found) throw invoiceNotFound();
  return { document: InvoiceDocument.parse(found.document), templateVersion: found.templateVersion };
}

export const getInvoice = async (db: Db, owner: OrderOwner, orderId: string, id: string) =>
  (await getStored(db, owner, orderId, id)).document;

/** One document is rendered at a time, those of all users in turn. */
const limitRenderings = pLimit(1);
const WAITING_MAX = 20;
/** Of each user: a browser that asks again must not keep others waiting. */
const WAITING_OF_USER_MAX = 2;
const waiting = new Map<string, number>();

type Download = { userId: string; signal: AbortSignal };

/**
 * A document never changes, and neither does its PDF: rendered when it is first downloaded, and stored. Not rendered for a
 * client that has disconnected.
 */
export async function getInvoicePdf(
  db: Db,
  disk: Disk,
  owner: OrderOwner,
  orderId: string,
  id: string,
  { userId, signal }: Download,
) {
  const { document, templateVersion } = await getStored(db, owner, orderId, id);
  const name = `${document.number}.pdf`;
  const path = `invoices/${id}.pdf`;
  if (await disk.exists(path)) return { name, content: await disk.getBytes(path) };

  if ((waiting.get(userId) ?? 0) >= WAITING_OF_USER_MAX || limitRenderings.pendingCount >= WAITING_MAX)
    throw new DomainError('too_many', 'busy', invoiceMessages.busy, { retryAfterSeconds: 2 });
  waiting.set(userId, (waiting.get(userId) ?? 0) + 1);
  try {
    return {
      name,
      content: await limitRenderings(async () => {
        signal.throwIfAborted();
        // Rendered while this request waited.
        if (await disk.exists(path)) return disk.getBytes(path);
        const content = await renderInThread(document, templateVersion);
        await putAtOnce(disk, path, content);
        return content;
      }),
    };
  } finally {
    const rest = (waiting.get(userId) ?? 0) - 1;
    if (rest > 0) waiting.set(userId, rest);
    else waiting.delete(userId);
  }
}
