import { TEMPLATE_VERSION } from '#invoices/rules.ts';
import type { Db } from '#platform/database/db.ts';
import { number, text } from '#platform/database/row.ts';
import { all, count, rowsOf } from '#platform/database/sql.ts';
import type { DemoInvoice } from '#sample/demo/generate/invoices.ts';
import { inChunks } from './chunks.ts';

/** Locks the counters: no other invoice takes a number until the transaction ends. */
export async function lockInvoiceCounters(tx: Db) {
  const rows = await tx.run(
    all('demo.lockInvoiceCounters', { series: text, last: number })`
      select series, last from invoice_counters for update`,
  );
  return new Map(rows.map(({ series, last }) => [series, last]));
}

export async function insertInvoices(
  tx: Db,
  { invoices: issued, counters }: { invoices: readonly DemoInvoice[]; counters: ReadonlyMap<string, number> },
) {
  await tx.run(
    count('demo.upsertInvoiceCounters')`
      insert into invoice_counters ${rowsOf([...counters].map(([series, last]) => ({ series, last })))}
          on conflict (series) do update set last = excluded.last`,
  );
  const rows = issued.map(({ document, ...invoice }) => ({
    ...invoice,
    kind: document.kind,
    number: document.number,
    issuedAt: new Date(document.issuedAt),
    templateVersion: TEMPLATE_VERSION,
    document,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertInvoices')`insert into invoices ${rowsOf(part)}`);
}
