import * as operations from '@shop/contracts/content/admin-operations';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import {
  getOnlineStore,
  saveAnnouncement,
  saveBlocks,
  saveMenus,
  saveSlides,
  saveTestimonials,
} from './online-store.ts';

export const adminHomeContentRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.getOnlineStore, { access: 'content.read' }, () => getOnlineStore(app.db));

  handle(app, operations.updateHomeBlocks, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveBlocks(app.db, actor, body),
  );

  handle(app, operations.updateHeroSlides, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveSlides(app.db, actor, body),
  );

  handle(app, operations.updateTestimonials, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveTestimonials(app.db, actor, body),
  );

  handle(app, operations.updateMenus, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveMenus(app.db, actor, body),
  );

  handle(app, operations.updateAnnouncement, { access: 'content.write', rate: 'cart' }, ({ actor, body }) =>
    saveAnnouncement(app.db, actor, body),
  );
};
