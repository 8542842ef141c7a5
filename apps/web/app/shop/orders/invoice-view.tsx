import type { Minor } from '@shop/contracts/common/money';
import { exchangeNote, formatMinor, referenceRows, sellerLines, totalRows } from '@shop/contracts/invoices/amounts';
import { invoiceMessages as texts } from '@shop/contracts/invoices/messages';
import type { InvoiceDocument, InvoiceLine } from '@shop/contracts/invoices/schema';
import { classes } from '#ui/classes.ts';
import { Table } from '#ui/table.tsx';

/** An issued document as a page for printing: the same content as its PDF. */
export function InvoiceView({ document }: { document: InvoiceDocument }) {
  const { seller, buyer, lines } = document;
  const note = exchangeNote(document);
  return (
    <>
      <div className="grid grid-cols-1 gap-6 tablet:grid-cols-2">
        <Party label={texts.seller} name={seller.name} lines={sellerLines(document)} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 gap-y-1 text-small">
          {referenceRows(document).map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Party label={texts.buyer} name={buyer.name} lines={[...buyer.address, buyer.email]} />
      </div>
      <div>
        <Table
          caption={texts.lines}
          columns={columnsOf(document)}
          rows={lines.map((line, index) => ({ ...line, key: String(index) }))}
          keyOf={({ key }) => key}
        />
        <dl className="mt-4 ml-auto grid w-full max-w-sm grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
          {totalRows(document).map(({ label, amount, isTotal }) => (
            <div key={label} className={classes('contents', isTotal ? 'font-semibold' : 'text-ink-soft')}>
              <dt className="min-w-0">{label}</dt>
              <dd className="text-right">{amount}</dd>
            </div>
          ))}
        </dl>
        {note && <p className="mt-4 text-ink-soft text-small">{note}</p>}
      </div>
    </>
  );
}

function Party({ label, name, lines }: { label: string; name: string; lines: string[] }) {
  return (
    <section aria-label={label} className="min-w-0">
      <p className="text-ink-soft text-small">{label}</p>
      <p className="font-semibold">{name}</p>
      <p className="whitespace-pre-line text-small">{lines.join('\n')}</p>
    </section>
  );
}

function columnsOf({ lines, currency }: InvoiceDocument) {
  const money = (minor: Minor) => formatMinor(minor, currency);
  const hsn = { label: texts.hsn, cell: (line: InvoiceLine) => line.hsn, short: true };
  return [
    { label: texts.item, cell: describe },
    ...(lines.some((line) => line.hsn) ? [hsn] : []),
    { label: texts.quantity, cell: ({ quantity }: InvoiceLine) => quantity, numeric: true },
    { label: texts.unitPrice, cell: ({ unitNetMinor }: InvoiceLine) => money(unitNetMinor), numeric: true },
    { label: texts.net, cell: ({ netMinor }: InvoiceLine) => money(netMinor), numeric: true },
    { label: texts.tax, cell: ({ taxMinor }: InvoiceLine) => money(taxMinor), numeric: true },
  ];
}

function describe({ description, options, sku }: InvoiceLine) {
  const details = [...options, sku && texts.sku(sku)].filter(Boolean).join(' · ');
  return (
    <>
      {description}
      {details && <span className="block text-ink-soft text-small">{details}</span>}
    </>
  );
}
