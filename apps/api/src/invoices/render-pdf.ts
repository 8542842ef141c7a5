import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { InvoiceDocument } from '@shop/contracts/invoices/schema';
import PDFDocument from 'pdfkit';
import { fontsOf, runsOf } from './pdf-fonts.ts';
import type { Measure, Page } from './pdf-pages.ts';
import { layOutVersion1 } from './pdf-template-1.ts';

type StoredDocument = { document: InvoiceDocument; templateVersion: number };

/** A version stays here as long as documents of it exist. */
const TEMPLATES: Record<number, (document: InvoiceDocument, measure: Measure) => Page[]> = { 1: layOutVersion1 };

/**
 * The same document and version give the same bytes: the dates are those of the issue, the file id is a hash of the
 * information, and streams are not compressed, as the output of a compressor changes with its version.
 */
export async function renderPdf({ document, templateVersion }: StoredDocument): Promise<Buffer> {
  const layOut = TEMPLATES[templateVersion];
  if (!layOut) throw new Error(`There is no invoice template ${templateVersion}.`);
  const issuedAt = new Date(document.issuedAt);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    compress: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: invoiceMessages.titleOf(document.kind, document.number),
      Author: document.seller.name,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const chunks: Uint8Array[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    pdf.once('end', () => resolve(Buffer.concat(chunks)));
    pdf.once('error', reject);
  });
  for (const weight of ['regular', 'bold'] as const)
    for (const { name, file } of fontsOf(weight)) pdf.registerFont(name, file);

  const measure: Measure = (text, { size, weight }) =>
    runsOf(text, fontsOf(weight)).reduce(
      (width, run) => width + pdf.font(run.font.name).fontSize(size).widthOfString(run.text),
      0,
    );
  for (const page of layOut(document, measure)) paint(pdf, page, measure);
  pdf.end();
  return finished;
}

function paint(pdf: PDFKit.PDFDocument, { texts, rules }: Page, measure: Measure) {
  pdf.addPage();
  for (const { text, x, y, size, weight } of texts) {
    let left = x;
    for (const run of runsOf(text, fontsOf(weight))) {
      pdf.font(run.font.name).fontSize(size).text(run.text, left, y, { lineBreak: false });
      left += measure(run.text, { size, weight });
    }
  }
  for (const { x, y, width } of rules)
    pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.5)
      .stroke();
}
