import { ConfirmedStepParams, SetupGuide, SetupGuideVisibility } from '@shop/contracts/setup/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { confirmStep, getSetupGuide, sendTestEmail, setGuideHidden, testPaymentKeys } from './service.ts';

const tags = ['Admin: set-up guide'];
/** Its steps are decisions of owners. */
const access = 'settings.write';

export const setupRoutes: FastifyPluginAsyncZod<{ provider: PaymentProvider }> = async (app, { provider }) => {
  withoutCaching(app);
  const tools = { db: app.db, provider };

  app.get(
    '/admin/setup-guide',
    {
      config: { access },
      schema: {
        operationId: 'getSetupGuide',
        tags,
        summary: 'Get the steps from an empty store to the first sale',
        response: { 200: SetupGuide },
      },
    },
    ({ actor }) => getSetupGuide(tools, actor),
  );

  app.post(
    '/admin/setup-guide/payment-test',
    {
      config: { access, rate: 'write' },
      schema: {
        operationId: 'testPaymentKeys',
        tags,
        headers: OptionalIdempotencyHeaders,
        summary: 'Open an unpaid order of the smallest amount at the payment provider. The step shows the result',
        response: { 200: SetupGuide },
      },
    },
    (request) => testPaymentKeys(tools, request.actor, (work) => runOnceWithoutResponse(app.db, request, work)),
  );

  app.post(
    '/admin/setup-guide/test-email',
    {
      config: { access, rate: 'write' },
      schema: {
        operationId: 'sendTestEmail',
        tags,
        headers: OptionalIdempotencyHeaders,
        summary: 'Send a test email to the caller. The step shows the result once the mail server has replied',
        response: { 200: SetupGuide },
      },
    },
    (request) => sendTestEmail(tools, request.actor, (work) => runOnceWithoutResponse(app.db, request, work)),
  );

  app.put(
    '/admin/setup-guide/confirmations/:step',
    {
      config: { access, rate: 'cart' },
      schema: {
        operationId: 'confirmSetupStep',
        tags,
        summary: 'Confirm a step that only an owner can judge',
        params: ConfirmedStepParams,
        response: { 200: SetupGuide },
      },
    },
    ({ actor, params }) => confirmStep(tools, actor, params.step),
  );

  app.put(
    '/admin/setup-guide/hidden',
    {
      config: { access, rate: 'cart' },
      schema: {
        operationId: 'setSetupGuideHidden',
        tags,
        summary: 'Hide the guide once all required steps are done, or show it again',
        body: SetupGuideVisibility,
        response: { 200: SetupGuide },
        errors: { 409: ['setup_incomplete'] },
      },
    },
    ({ actor, body }) => setGuideHidden(tools, actor, body),
  );
};
