import * as operations from '@shop/contracts/content/admin-operations';
import { EditedPage } from '@shop/contracts/content/admin-schema';
import type { FastifyPluginAsync } from 'fastify';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browsePages, browseVersions, getPage, getVersion } from './browse-pages.ts';
import {
  createPage,
  discardDraft,
  markReviewed,
  publishPage,
  removePage,
  restoreVersion,
  saveDraft,
} from './edit-page.ts';

export const adminPageRoutes: FastifyPluginAsync = async (app) => {
  withoutCaching(app);

  handle(app, operations.listPages, { access: 'content.read' }, () => browsePages(app.db));

  handle(app, operations.createPage, { access: 'content.write', rate: 'cart' }, async (request) => {
    return runOnceWithKey(app.db, request, EditedPage, (tx) => createPage(tx, request.actor, request.body));
  });

  handle(app, operations.getPage, { access: 'content.read' }, ({ params }) => getPage(app.db, params.id));

  handle(app, operations.deletePage, { access: 'content.write', rate: 'cart', dryRun: true }, async (request) => {
    await runOnceWithoutResponse(app.db, request, (tx) => removePage(tx, request.actor, request.params.id));
  });

  handle(app, operations.savePageDraft, { access: 'content.write', rate: 'cart' }, ({ actor, params, body }) =>
    saveDraft(app.db, actor, params.id, body),
  );

  handle(app, operations.discardPageDraft, { access: 'content.write', rate: 'cart' }, ({ actor, params, query }) =>
    discardDraft(app.db, actor, params.id, query.version),
  );

  handle(app, operations.publishPage, { access: 'content.write', rate: 'cart' }, ({ actor, params, body }) =>
    publishPage(app.db, actor, params.id, body.version),
  );

  handle(app, operations.listPageVersions, { access: 'content.read' }, async ({ params, query }, reply) => {
    const { versions, next } = await browseVersions(app.db, params.id, query.after);
    setNextLink(reply, `/api/admin/pages/${params.id}/versions`, query, next);
    return versions;
  });

  handle(app, operations.getPageVersion, { access: 'content.read' }, async ({ params }) =>
    getVersion(app.db, await getPage(app.db, params.id), params.number),
  );

  handle(app, operations.restorePageVersion, { access: 'content.write', rate: 'cart' }, ({ actor, params, body }) =>
    restoreVersion(app.db, actor, params.id, params.number, body.version),
  );

  handle(app, operations.markPageReviewed, { access: 'content.write', rate: 'cart' }, ({ actor, params }) =>
    markReviewed(app.db, actor, params.id),
  );
};
