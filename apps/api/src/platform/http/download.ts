import { Readable } from 'node:stream';
import { PERMISSIONS, type Permission } from '@shop/contracts/common/permissions';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Access, forbidden } from './access.ts';
import { canStill } from './active-user.ts';

/** Streams a CSV as a file download; a HEAD request reads no rows. */
export const sendCsv = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  rows: string | AsyncIterable<string>,
) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(
      request.method === 'HEAD' ? '' : Readable.from(typeof rows === 'string' ? rows : whilePermitted(request, rows)),
    );

/** A download can take minutes: it is cut, and so fails visibly, when the person loses the permission of its route. */
async function* whilePermitted({ actor, server, routeOptions }: FastifyRequest, rows: AsyncIterable<string>) {
  const { access } = routeOptions.config;
  for await (const chunk of rows) {
    if (isPermission(access) && !(await canStill(server.db, actor.id, [access]))) throw forbidden();
    yield chunk;
  }
}

const isPermission = (access: Access | undefined): access is Permission =>
  access !== undefined && access in PERMISSIONS;
