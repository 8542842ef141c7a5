import type { InvoiceDocument } from '@shop/contracts/invoices/schema';
import { Piscina } from 'piscina';

/** Three pages took 0.8 s on a busy machine: off the event loop, one document at a time, at a low priority. */
const renderer = new Piscina({
  filename: new URL('./render-pdf.ts', import.meta.url).href,
  maxThreads: 1,
  minThreads: 0,
  idleTimeout: 60_000,
  niceIncrement: 10,
});

/** `renderPdf` in a thread, from which a Buffer arrives as a plain array of bytes. */
export async function renderInThread(document: InvoiceDocument, templateVersion: number) {
  const bytes: Uint8Array = await renderer.run({ document, templateVersion }, { name: 'renderPdf' });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
