import { Problem } from '@shop/contracts/common/problem';
import { StoreSettings } from '@shop/contracts/settings/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { getSettings, saveSettings } from './admin.ts';

const tags = ['Admin: settings'];
const errorResponses = { 401: Problem, 403: Problem, 409: Problem, 422: Problem };

export const adminSettingsRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/settings',
    {
      config: { access: 'settings.read' },
      schema: { tags, summary: 'Get the store settings', response: { 200: StoreSettings, ...errorResponses } },
    },
    () => getSettings(app.db),
  );

  app.put(
    '/admin/settings',
    {
      config: { access: 'settings.write', rate: 'cart' },
      schema: {
        tags,
        summary: 'Update the store settings. Fails if a newer version exists',
        body: StoreSettings,
        response: { 200: StoreSettings, ...errorResponses },
      },
    },
    ({ actor, body }) => saveSettings(app.db, actor, body),
  );
};
