import { Id } from '@shop/contracts/common/schema';
import { InvoiceDocument, InvoiceList } from '@shop/contracts/invoices/schema';
import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { browseInvoices, getInvoice, getInvoicePdf } from './browse.ts';

const orderParams = z.object({ id: Id });
const params = z.object({ id: Id, invoiceId: Id });
const PDF = 'application/pdf';

export const invoiceRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/orders/:id/invoices',
    {
      config: { access: 'owner', guests: true, orderLink: true },
      schema: {
        operationId: 'listInvoices',
        tags: ['Orders'],
        summary: 'List the invoice and the credit notes of your order',
        params: orderParams,
        response: { 200: InvoiceList },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ actor, params: { id } }) => browseInvoices(db, { userId: actor.id }, id),
  );

  app.get(
    '/orders/:id/invoices/:invoiceId',
    {
      config: { access: 'owner', guests: true, orderLink: true },
      schema: {
        operationId: 'getInvoice',
        tags: ['Orders'],
        summary: 'Get an invoice or credit note of your order, as it was issued',
        params,
        response: { 200: InvoiceDocument },
        errors: { 404: ['invoice_not_found'] },
      },
    },
    ({ actor, params: { id, invoiceId } }) => getInvoice(db, { userId: actor.id }, id, invoiceId),
  );

  app.get(
    '/orders/:id/invoices/:invoiceId/pdf',
    {
      config: { access: 'owner', rate: 'search', guests: true, orderLink: true },
      schema: {
        operationId: 'downloadInvoice',
        tags: ['Orders'],
        summary: 'Download an invoice or credit note of your order as PDF',
        params,
        produces: [PDF],
        errors: { 404: ['invoice_not_found'] },
      },
    },
    async ({ actor, params: { id, invoiceId } }, reply) =>
      sendPdf(reply, await getInvoicePdf(db, { userId: actor.id }, id, invoiceId)),
  );

  app.get(
    '/admin/orders/:id/invoices',
    {
      config: { access: 'orders.read' },
      schema: {
        operationId: 'listInvoicesOfOrder',
        tags: ['Admin: orders'],
        summary: 'List the invoice and the credit notes of an order',
        params: orderParams,
        response: { 200: InvoiceList },
        errors: { 404: ['order_not_found'] },
      },
    },
    ({ params: { id } }) => browseInvoices(db, 'everyone', id),
  );

  app.get(
    '/admin/orders/:id/invoices/:invoiceId/pdf',
    {
      config: { access: 'orders.read', rate: 'search' },
      schema: {
        operationId: 'downloadInvoiceOfOrder',
        tags: ['Admin: orders'],
        summary: 'Download an invoice or credit note of an order as PDF',
        params,
        produces: [PDF],
        errors: { 404: ['invoice_not_found'] },
      },
    },
    async ({ params: { id, invoiceId } }, reply) => sendPdf(reply, await getInvoicePdf(db, 'everyone', id, invoiceId)),
  );
};

/** Numbers consist of A–Z, 0–9 and hyphens. */
const sendPdf = (reply: FastifyReply, { name, content }: { name: string; content: Buffer }) =>
  reply.type(PDF).header('content-disposition', `attachment; filename="${name}"`).send(content);
