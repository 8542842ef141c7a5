import { sql } from 'drizzle-orm';
import { TEMPLATE_VERSION } from '#invoices/rules.ts';
import { invoiceCounters, invoices } from '#invoices/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { DemoInvoice } from '#sample/demo/generate/invoices.ts';
import { inChunks } from './chunks.ts';

/** Locks the counters: no other invoice takes a number until the transaction ends. */
export async function lockInvoiceCounters(tx: Db) {
  const rows = await tx.select().from(invoiceCounters).for('update');
  return new Map(rows.map(({ series, last }) => [series, last]));
}

export async function insertInvoices(
  tx: Db,
  { invoices: issued, counters }: { invoices: readonly DemoInvoice[]; counters: ReadonlyMap<string, number> },
) {
  await tx
    .insert(invoiceCounters)
    .values([...counters].map(([series, last]) => ({ series, last })))
    .onConflictDoUpdate({ target: invoiceCounters.series, set: { last: sql`excluded.last` } });
  const rows = issued.map(({ document, ...invoice }) => ({
    ...invoice,
    kind: document.kind,
    number: document.number,
    issuedAt: new Date(document.issuedAt),
    templateVersion: TEMPLATE_VERSION,
    document,
  }));
  await inChunks(rows, (part) => tx.insert(invoices).values(part));
}
