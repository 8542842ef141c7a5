import { createHash } from 'node:crypto';
import { needsPassword } from '@shop/contracts/audit/constants';
import { AuditEntry, AuditQuery, UndoAuditEntry, UndoneAuditEntry } from '@shop/contracts/audit/schema';
import { Id } from '@shop/contracts/common/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { IdempotencyHeaders, keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseAuditLog } from './browse.ts';
import type { SecurityLog } from './service.ts';
import { getUndoableEntry, type UndoTable, undoAuditEntry } from './undo.ts';

const tags = ['Admin: audit log'];
const params = z.object({ id: Id });

type AuditRouteOptions = {
  undo: UndoTable;
  /** Throws if it is not the password of the actor. */
  confirmPassword: (actor: Actor, password: string) => Promise<void>;
};

/** Every request that is refused with 403, whichever its route. */
export function recordDeniedAccess(app: FastifyInstance, events: Pick<SecurityLog, 'accessDenied' | 'flush'>) {
  app.addHook('onResponse', async ({ actorIfAny, method, routeOptions, id }, { statusCode }) => {
    if (statusCode === 403 && actorIfAny)
      events.accessDenied(actorIfAny, { method, route: routeOptions.url ?? '', requestId: id });
  });
  app.addHook('onClose', events.flush);
}

export const auditRoutes: FastifyPluginAsyncZod<AuditRouteOptions> = async (app, { undo, confirmPassword }) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/admin/audit-log',
    {
      config: { access: 'audit.read' },
      schema: {
        operationId: 'listAuditEntries',
        tags,
        summary: 'List audit log entries, newest first',
        querystring: AuditQuery,
        response: { 200: z.array(AuditEntry) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ actor, query }, reply) => {
      const { entries, next } = await browseAuditLog(db, actor, query);
      setNextLink(reply, '/api/admin/audit-log', query, next);
      return entries;
    },
  );

  app.post(
    '/admin/audit-log/:id/undo',
    {
      // The permission of the undone action is checked too.
      config: {
        access: 'audit.read',
        rate: 'cart',
        // Needs no password, and counts no attempt.
        dryRun: (request: FastifyRequest) =>
          db.transaction((tx) => undoAuditEntry(tx, request.actor, params.parse(request.params).id, undo)),
      },
      schema: {
        operationId: 'undoAuditEntry',
        tags,
        summary: 'Undo a change, if nothing it changed was changed again. A change of a role needs the own password',
        params,
        headers: IdempotencyHeaders,
        body: UndoAuditEntry,
        response: { 200: UndoneAuditEntry },
        errors: {
          403: ['opening_stock_not_allowed'],
          404: [
            'audit_entry_not_found',
            'product_not_found',
            'collection_not_found',
            'synonyms_not_found',
            'discount_code_not_found',
            'review_not_found',
            'customer_not_found',
            'page_not_found',
            'page_version_not_found',
          ],
          409: [
            'already_undone',
            'not_undoable',
            'undo_expired',
            'undo_conflict',
            'limit_below_used',
            'email_unconfirmed',
            'last_owner',
            'slug_taken',
            'too_many_pages',
            'too_many_collections',
            'too_many_synonyms',
          ],
          422: ['wrong_password'],
          429: ['too_many_attempts'],
        },
      },
    },
    async (request) => {
      const { actor, body } = request;
      const { id } = request.params;
      const { action } = await getUndoableEntry(db, actor, id);
      if (needsPassword(action)) await confirmPassword(actor, body.password ?? '');
      return runIdempotent(db, callOf(request), UndoneAuditEntry, (tx) => undoAuditEntry(tx, actor, id, undo));
    },
  );
};

/** The URL is the whole request. The body is left out: no fast hash of a password may be stored. */
const callOf = (request: FastifyRequest) => ({
  ...keyedCall(request),
  requestHash: createHash('sha256').update(`${request.method} ${request.url}`).digest(),
});
