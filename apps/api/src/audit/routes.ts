import { createHash } from 'node:crypto';
import * as operations from '@shop/contracts/audit/admin-operations';
import { needsPassword } from '@shop/contracts/audit/constants';
import { UndoneAuditEntry } from '@shop/contracts/audit/schema';
import { Id } from '@shop/contracts/common/schema';
import { onRequestEnd } from '@shop/telemetry/request-end';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Actor } from '#platform/http/access.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent } from '#platform/http/idempotency.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseAuditLog } from './browse.ts';
import type { SecurityLog } from './service.ts';
import { getUndoableEntry, type UndoTable, undoAuditEntry } from './undo.ts';

const params = z.object({ id: Id });

type AuditRouteOptions = {
  undo: UndoTable;
  /** Throws if it is not the password of the actor. */
  confirmPassword: (actor: Actor, password: string) => Promise<void>;
};

/** Every request that is refused with 403, whichever its route. */
export function recordDeniedAccess(app: FastifyInstance, events: Pick<SecurityLog, 'accessDenied' | 'flush'>) {
  onRequestEnd(app, ({ actorIfAny, method, routeOptions, id }, { statusCode }) => {
    if (statusCode === 403 && actorIfAny)
      events.accessDenied(actorIfAny, { method, route: routeOptions.url ?? '', requestId: id });
  });
  app.addHook('onClose', events.flush);
}

export const auditRoutes: FastifyPluginAsync<AuditRouteOptions> = async (app, { undo, confirmPassword }) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listAuditEntries, { access: 'audit.read' }, async ({ actor, query }, reply) => {
    const { entries, next } = await browseAuditLog(db, actor, query);
    setNextLink(reply, '/api/admin/audit-log', query, next);
    return entries;
  });

  handle(
    app,
    operations.undoAuditEntry,
    {
      // The permission of the undone action is checked too.
      access: 'audit.read',
      rate: 'cart',
      // Needs no password, and counts no attempt.
      dryRun: (request: FastifyRequest) =>
        db.transaction((tx) => undoAuditEntry(tx, request.actor, params.parse(request.params).id, undo)),
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
