import { PaymentDispute } from '@shop/contracts/payments/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { browseDisputes } from './disputes.ts';

export const adminDisputeRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/payment-disputes',
    {
      config: { access: 'system.read' },
      schema: {
        operationId: 'listPaymentDisputes',
        tags: ['Admin: payments'],
        summary: 'List payment disputes: open ones by urgency, then those decided in the last 30 days',
        response: { 200: PaymentDispute.array() },
      },
    },
    () => browseDisputes(app.db),
  );
};
