/** Events at the provider without an API call of the store: by its dashboard, by banks, by its timers. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type Account, RefundOutcome } from './account.ts';
import { paymentVerification } from './checkout.ts';
import { DisputeChange, type Disputes, NewDispute } from './disputes.ts';
import { read } from './errors.ts';
import type { Provider } from './provider.ts';
import type { Refunds } from './refunds.ts';

const AccountChange = z.strictObject({
  refund_outcome: RefundOutcome.optional(),
  balance: z.int().nullable().optional(),
  webhook_secret: z.string().min(1).optional(),
});
const Late = z.strictObject({ capture: z.boolean().default(true), surplus: z.boolean().default(false) });
const RefundAmount = z.strictObject({ amount: z.int().optional() });
const Finish = z.strictObject({ status: z.enum(['processed', 'failed']) });
const DisputeStatus = z.strictObject({ status: DisputeChange });
const Id = z.object({ id: z.string() });

type Dependencies = { account: Account; provider: Provider; refunds: Refunds; disputes: Disputes; keySecret: string };

export async function dashboardRoutes(app: FastifyInstance, dependencies: Dependencies) {
  const { account, provider, refunds, disputes, keySecret } = dependencies;
  const idOf = (params: unknown) => read(Id, params).id;

  app.patch('/account', async (request) => {
    const { refund_outcome, balance, webhook_secret } = read(AccountChange, request.body);
    if (refund_outcome) account.state.refundOutcome = refund_outcome;
    if (balance !== undefined) account.state.balance = balance;
    if (webhook_secret) account.state.webhookSecret = webhook_secret;
    return { refund_outcome: account.state.refundOutcome, balance: account.state.balance };
  });

  app.post('/payments/:id/late-authorization', async (request) => {
    const payment = provider.authorizePayment(idOf(request.params), { ...read(Late, request.body), late: true });
    return { payment, ...paymentVerification(payment, keySecret) };
  });
  app.post('/payments/:id/auto-refund', async (request) => refunds.refundUncaptured(idOf(request.params)));

  app.post('/payments/:id/refunds', async (request) =>
    refunds.create(idOf(request.params), read(RefundAmount, request.body)),
  );
  app.post('/refunds/:id/finish', async (request) =>
    refunds.finish(idOf(request.params), read(Finish, request.body).status),
  );

  app.post('/disputes', async (request) => disputes.create(read(NewDispute, request.body)));
  app.post('/disputes/:id/status', async (request) =>
    disputes.change(idOf(request.params), read(DisputeStatus, request.body).status),
  );
}
