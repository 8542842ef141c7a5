import * as adminOperations from '@shop/contracts/invoices/admin-operations';
import * as operations from '@shop/contracts/invoices/operations';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Disk } from 'flydrive';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { browseInvoices, getInvoice, getInvoicePdf } from './browse.ts';

const PDF = 'application/pdf';

export const invoiceRoutes: FastifyPluginAsync<{ disk: Disk }> = async (app, { disk }) => {
  withoutCaching(app);
  const { db } = app;

  handle(
    app,
    operations.listInvoices,
    { access: 'owner', guests: true, orderLink: true },
    ({ actor, params: { id } }) => browseInvoices(db, { userId: actor.id }, id),
  );

  handle(
    app,
    operations.getInvoice,
    { access: 'owner', guests: true, orderLink: true },
    ({ actor, params: { id, invoiceId } }) => getInvoice(db, { userId: actor.id }, id, invoiceId),
  );

  handle(
    app,
    operations.downloadInvoice,
    { access: 'owner', rate: 'search', guests: true, orderLink: true },
    async ({ actor, params: { id, invoiceId }, signal }, reply) =>
      sendPdf(reply, await getInvoicePdf(db, disk, { userId: actor.id }, id, invoiceId, { userId: actor.id, signal })),
  );

  handle(app, adminOperations.listInvoicesOfOrder, { access: 'orders.read' }, ({ params: { id } }) =>
    browseInvoices(db, 'everyone', id),
  );

  handle(
    app,
    adminOperations.downloadInvoiceOfOrder,
    { access: 'orders.read', rate: 'search' },
    async ({ actor, params: { id, invoiceId }, signal }, reply) =>
      sendPdf(reply, await getInvoicePdf(db, disk, 'everyone', id, invoiceId, { userId: actor.id, signal })),
  );
};

/** Numbers consist of A–Z, 0–9 and hyphens. */
const sendPdf = (reply: FastifyReply, { name, content }: { name: string; content: Uint8Array }) =>
  reply
    .type(PDF)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
