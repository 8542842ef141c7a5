import { Id } from '@shop/contracts/common/schema';
import {
  EditedPage,
  NewPage,
  PageDraft,
  PageSummary,
  PageVersionCheck,
  PageVersionQuery,
  PageVersionSummary,
  PageVersionsQuery,
  PublishedVersion,
} from '@shop/contracts/content/admin-schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { OptionalIdempotencyHeaders, runOnceWithKey, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browsePages, browseVersions, getPage, getVersion } from './browse.ts';
import {
  createPage,
  discardDraft,
  markReviewed,
  publishPage,
  removePage,
  restoreVersion,
  saveDraft,
} from './edit-page.ts';

const tags = ['Admin: pages'];
const params = z.object({ id: Id });
/** Version 0 is the built-in text. */
const versionParams = z.object({ id: Id, number: z.coerce.number().int().min(0).max(1_000_000) });
const read = { config: { access: 'content.read' } } as const;
const write = { config: { access: 'content.write', rate: 'cart' } } as const;
const response = { 200: EditedPage };

export const adminPageRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/pages',
    {
      ...read,
      schema: {
        operationId: 'listPages',
        tags,
        summary: 'List the pages of the store',
        response: { 200: z.array(PageSummary) },
      },
    },
    () => browsePages(app.db),
  );

  app.post(
    '/admin/pages',
    {
      ...write,
      schema: {
        operationId: 'createPage',
        tags,
        summary: 'Create a page as a draft. Repeat requests with the same idempotency key create it once',
        headers: OptionalIdempotencyHeaders,
        body: NewPage,
        response: { 201: EditedPage },
        errors: { 409: ['slug_taken', 'too_many_pages'] },
      },
    },
    async (request, reply) => {
      reply.status(201);
      return runOnceWithKey(app.db, request, EditedPage, (tx) => createPage(tx, request.actor, request.body));
    },
  );

  app.get(
    '/admin/pages/:id',
    {
      ...read,
      schema: {
        operationId: 'getPage',
        tags,
        summary: 'Get a page with its draft and its published text',
        params,
        response,
        errors: { 404: ['page_not_found'] },
      },
    },
    ({ params }) => getPage(app.db, params.id),
  );

  app.delete(
    '/admin/pages/:id',
    {
      config: { ...write.config, dryRun: true },
      schema: {
        operationId: 'deletePage',
        tags,
        summary: 'Delete a page that is not built in',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['page_not_found'], 409: ['page_built_in'] },
      },
    },
    async (request, reply) => {
      reply.status(204);
      await runOnceWithoutResponse(app.db, request, (tx) => removePage(tx, request.actor, request.params.id));
      return null;
    },
  );

  app.put(
    '/admin/pages/:id/draft',
    {
      ...write,
      schema: {
        operationId: 'savePageDraft',
        tags,
        summary: 'Save the draft of a page. Fails if a newer version exists',
        params,
        body: PageDraft,
        response,
        errors: { 404: ['page_not_found'], 409: ['page_conflict'] },
      },
    },
    ({ actor, params, body }) => saveDraft(app.db, actor, params.id, body),
  );

  app.delete(
    '/admin/pages/:id/draft',
    {
      ...write,
      schema: {
        operationId: 'discardPageDraft',
        tags,
        summary: 'Discard the draft of a page',
        params,
        querystring: PageVersionQuery,
        response,
        errors: { 404: ['page_not_found'], 409: ['page_conflict', 'page_not_published'] },
      },
    },
    ({ actor, params, query }) => discardDraft(app.db, actor, params.id, query.version),
  );

  app.post(
    '/admin/pages/:id/versions',
    {
      ...write,
      schema: {
        operationId: 'publishPage',
        tags,
        summary: 'Publish the draft of a page as a new version',
        params,
        body: PageVersionCheck,
        response,
        errors: { 404: ['page_not_found'], 409: ['page_conflict'] },
      },
    },
    ({ actor, params, body }) => publishPage(app.db, actor, params.id, body.version),
  );

  app.get(
    '/admin/pages/:id/versions',
    {
      ...read,
      schema: {
        operationId: 'listPageVersions',
        tags,
        summary: 'List the published versions of a page, newest first',
        params,
        querystring: PageVersionsQuery,
        response: { 200: z.array(PageVersionSummary) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ params, query }, reply) => {
      const { versions, next } = await browseVersions(app.db, params.id, query.after);
      setNextLink(reply, `/api/admin/pages/${params.id}/versions`, query, next);
      return versions;
    },
  );

  app.get(
    '/admin/pages/:id/versions/:number',
    {
      ...read,
      schema: {
        operationId: 'getPageVersion',
        tags,
        summary: 'Get a published version of a page, or the built-in text as version 0',
        params: versionParams,
        response: { 200: PublishedVersion },
        errors: { 404: ['page_not_found', 'page_version_not_found'] },
      },
    },
    async ({ params }) => getVersion(app.db, await getPage(app.db, params.id), params.number),
  );

  app.post(
    '/admin/pages/:id/versions/:number/restoration',
    {
      ...write,
      schema: {
        operationId: 'restorePageVersion',
        tags,
        summary: 'Restore a version of a page as its draft',
        params: versionParams,
        body: PageVersionCheck,
        response,
        errors: { 404: ['page_not_found', 'page_version_not_found'], 409: ['page_conflict', 'draft_exists'] },
      },
    },
    ({ actor, params, body }) => restoreVersion(app.db, actor, params.id, params.number, body.version),
  );

  app.post(
    '/admin/pages/:id/review',
    {
      ...write,
      schema: {
        operationId: 'markPageReviewed',
        tags,
        summary: 'Mark the text of a page as reviewed',
        params,
        response,
        errors: { 404: ['page_not_found'] },
      },
    },
    ({ actor, params }) => markReviewed(app.db, actor, params.id),
  );
};
