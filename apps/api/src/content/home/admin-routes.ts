import {
  AnnouncementUpdate,
  BlockList,
  LinkList,
  OnlineStore,
  SlideList,
  TestimonialList,
} from '@shop/contracts/content/home-admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { getOnlineStore, saveAnnouncement, saveBlocks, saveMenus, saveSlides, saveTestimonials } from './admin.ts';

const tags = ['Admin: online store'];
const write = { config: { access: 'content.write', rate: 'cart' } } as const;
const saved = { response: { 200: OnlineStore }, errors: { 409: ['content_conflict'] } };

export const adminHomeContentRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/content',
    {
      config: { access: 'content.read' },
      schema: {
        operationId: 'getOnlineStore',
        tags,
        summary: 'Get everything that can be edited of the online store, with the version of each section',
        response: { 200: OnlineStore },
      },
    },
    () => getOnlineStore(app.db),
  );

  app.put(
    '/admin/content/blocks',
    {
      ...write,
      schema: {
        operationId: 'updateHomeBlocks',
        tags,
        summary: 'Replace the blocks of the home page. Fails if a newer version exists',
        body: BlockList,
        ...saved,
      },
    },
    ({ actor, body }) => saveBlocks(app.db, actor, body),
  );

  app.put(
    '/admin/content/slides',
    {
      ...write,
      schema: {
        operationId: 'updateHeroSlides',
        tags,
        summary: 'Replace the hero slides. Fails if a newer version exists',
        body: SlideList,
        ...saved,
      },
    },
    ({ actor, body }) => saveSlides(app.db, actor, body),
  );

  app.put(
    '/admin/content/testimonials',
    {
      ...write,
      schema: {
        operationId: 'updateTestimonials',
        tags,
        summary: 'Replace the testimonials. Fails if a newer version exists',
        body: TestimonialList,
        ...saved,
      },
    },
    ({ actor, body }) => saveTestimonials(app.db, actor, body),
  );

  app.put(
    '/admin/content/menus',
    {
      ...write,
      schema: {
        operationId: 'updateMenus',
        tags,
        summary: 'Replace the links of header and footer. Fails if a newer version exists',
        body: LinkList,
        ...saved,
      },
    },
    ({ actor, body }) => saveMenus(app.db, actor, body),
  );

  app.put(
    '/admin/content/announcement',
    {
      ...write,
      schema: {
        operationId: 'updateAnnouncement',
        tags,
        summary: 'Update the announcement bar. Fails if a newer version exists',
        body: AnnouncementUpdate,
        ...saved,
      },
    },
    ({ actor, body }) => saveAnnouncement(app.db, actor, body),
  );
};
