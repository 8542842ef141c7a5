import Fastify, { type FastifyInstance } from 'fastify';
import { openAccount } from './account.ts';
import { checkoutRoutes } from './checkout.ts';
import type { Config } from './config.ts';
import { controlRoutes } from './control.ts';
import { dashboardRoutes } from './dashboard.ts';
import { createDisputes } from './disputes.ts';
import { ProviderError, sendError } from './errors.ts';
import { webhookFaults } from './faults.ts';
import { hostedRoutes } from './hosted/routes.ts';
import { createProvider } from './provider.ts';
import { openRecords } from './records.ts';
import { createRefunds } from './refunds.ts';
import { requestFaults } from './request-faults.ts';
import { restRoutes } from './rest.ts';
import { createWebhookSender } from './webhooks/sender.ts';

/** Starts the public API and the control API on one ledger. */
export async function startSandbox(config: Config) {
  const { keyId, keySecret } = config;
  const closing = new AbortController();
  const records = openRecords(config.ledger);
  const webhooks = webhookFaults();
  const webhookSender = createWebhookSender(records, webhooks, config);
  const account = openAccount(config);
  const provider = createProvider(records, webhookSender, account, config.capture);
  const refunds = createRefunds(records, provider.act, account);
  const disputes = createDisputes(records, provider.act, account);

  const publicServer = server();
  const requests = requestFaults(publicServer, closing.signal);
  await publicServer.register(restRoutes, { records, provider, refunds, keyId, keySecret });
  await publicServer.register(checkoutRoutes, { provider, keyId, keySecret });
  await publicServer.register(hostedRoutes, { provider, keyId, keySecret });
  const control = server();
  await control.register(controlRoutes, { account, records, webhookSender, provider, requests, webhooks, keySecret });
  await control.register(dashboardRoutes, { account, provider, refunds, disputes, keySecret });

  const url = await publicServer.listen({ host: config.host, port: config.port });
  // The control API has no authentication, so it listens on the loopback interface only.
  const controlUrl = await control.listen({ host: '127.0.0.1', port: config.controlPort });
  webhookSender.resume();

  return {
    url,
    controlUrl,
    async close() {
      closing.abort();
      webhookSender.stop();
      await Promise.all([publicServer.close(), control.close()]);
      records.close();
    },
  };
}

function server(): FastifyInstance {
  // Hung requests would block the shutdown.
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(() => {
    throw new ProviderError('The requested URL was not found on the server.');
  });
  return app;
}
