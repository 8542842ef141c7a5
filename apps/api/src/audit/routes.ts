import { AuditEntry, AuditQuery } from '@shop/contracts/audit/schema';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { withoutCaching } from '#platform/http/caching.ts';
import { setNextLink } from '#platform/http/paging.ts';
import { browseAuditLog } from './browse.ts';

export const auditRoutes: FastifyPluginAsyncZod = async (app) => {
  withoutCaching(app);

  app.get(
    '/admin/audit-log',
    {
      config: { access: 'audit.read' },
      schema: {
        operationId: 'listAuditEntries',
        tags: ['Admin: audit log'],
        summary: 'List audit log entries, newest first',
        querystring: AuditQuery,
        response: { 200: z.array(AuditEntry) },
        responseHeaders: { 200: ['Link'] },
      },
    },
    async ({ query }, reply) => {
      const { entries, next } = await browseAuditLog(app.db, query);
      setNextLink(reply, '/api/admin/audit-log', query, next);
      return entries;
    },
  );
};
