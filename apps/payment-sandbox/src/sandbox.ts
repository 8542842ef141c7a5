import Fastify, { type FastifyInstance } from 'fastify';
import { openAccount } from './account.ts';
import { openBooks } from './books.ts';
import { checkoutRoutes } from './checkout.ts';
import type { Config } from './config.ts';
import { controlRoutes } from './control.ts';
import { createCourier } from './courier.ts';
import { dashboardRoutes } from './dashboard.ts';
import { createDisputes } from './disputes.ts';
import { answerError, Refusal } from './errors.ts';
import { webhookFaults } from './faults.ts';
import { createProvider } from './provider.ts';
import { createRefunds } from './refunds.ts';
import { requestFaults } from './request-faults.ts';
import { restRoutes } from './rest.ts';

/** The whole provider: its public door, the back door for tests, and the ledger behind both. */
export async function startSandbox(config: Config) {
  const { keyId, keySecret } = config;
  const closing = new AbortController();
  const books = openBooks(config.ledger);
  const webhooks = webhookFaults();
  const courier = createCourier(books, webhooks, config);
  const account = openAccount(config);
  const provider = createProvider(books, courier, account, config.capture);
  const refunds = createRefunds(books, provider.act, account);
  const disputes = createDisputes(books, provider.act, account);

  const door = server();
  const requests = requestFaults(door, closing.signal);
  await door.register(restRoutes, { books, provider, refunds, keyId, keySecret });
  await door.register(checkoutRoutes, { provider, keyId, keySecret });
  const control = server();
  await control.register(controlRoutes, { account, books, courier, provider, requests, webhooks, keySecret });
  await control.register(dashboardRoutes, { account, provider, refunds, disputes, keySecret });

  const url = await door.listen({ host: config.host, port: config.port });
  // Whoever reaches this one may do anything: it is for this machine alone.
  const controlUrl = await control.listen({ host: '127.0.0.1', port: config.controlPort });
  courier.resume();

  return {
    url,
    controlUrl,
    async close() {
      closing.abort();
      courier.stop();
      await Promise.all([door.close(), control.close()]);
      books.close();
    },
  };
}

function server(): FastifyInstance {
  // Hung requests would keep it from ending.
  const app = Fastify({ forceCloseConnections: true });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(() => {
    throw new Refusal('The requested URL was not found on the server.');
  });
  return app;
}
