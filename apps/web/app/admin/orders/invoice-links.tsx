import type { downloadInvoiceOfOrder } from '@shop/contracts/invoices/admin-operations';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { InvoiceSummary } from '@shop/contracts/invoices/schema';
import { apiUrl } from '#lib/browser-api.ts';
import { ButtonLink } from '#ui/button.tsx';

/** Downloads of the invoice and the credit notes; nothing until the first is issued. */
export const InvoiceLinks = ({ orderId, invoices }: { orderId: string; invoices: InvoiceSummary[] }) =>
  invoices.map(({ id, kind, number }) => (
    <ButtonLink
      key={id}
      to={apiUrl<typeof downloadInvoiceOfOrder>('GET /admin/orders/:id/invoices/:invoiceId/pdf', {
        params: { id: orderId, invoiceId: id },
      })}
      look="secondary"
      reloadDocument
      download
    >
      {invoiceMessages.downloadOf(invoiceMessages.titleOf(kind, number))}
    </ButtonLink>
  ));
