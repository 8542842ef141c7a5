import * as operations from '@shop/contracts/setup/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { confirmStep, getSetupGuide, sendTestEmail, setGuideHidden, testPaymentKeys } from './service.ts';

/** Its steps are decisions of owners. */
const access = 'settings.write';

export const setupRoutes: FastifyPluginAsync<{ provider: PaymentProvider }> = async (app, { provider }) => {
  withoutCaching(app);
  const tools = { db: app.db, provider };

  handle(app, operations.getSetupGuide, { access }, ({ actor }) => getSetupGuide(tools, actor));

  handle(app, operations.testPaymentKeys, { access, rate: 'write' }, (request) =>
    testPaymentKeys(tools, request.actor, (work) => runOnceWithoutResponse(app.db, request, work)),
  );

  handle(app, operations.sendTestEmail, { access, rate: 'write' }, (request) =>
    sendTestEmail(tools, request.actor, (work) => runOnceWithoutResponse(app.db, request, work)),
  );

  handle(app, operations.confirmSetupStep, { access, rate: 'cart' }, ({ actor, params }) =>
    confirmStep(tools, actor, params.step),
  );

  handle(app, operations.setSetupGuideHidden, { access, rate: 'cart' }, ({ actor, body }) =>
    setGuideHidden(tools, actor, body),
  );
};
