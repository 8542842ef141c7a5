import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Streams a CSV as a file download; a HEAD request reads no rows. */
export const sendCsv = (
  { method }: FastifyRequest,
  reply: FastifyReply,
  name: string,
  rows: string | AsyncIterable<string>,
) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(method === 'HEAD' ? '' : Readable.from(rows));
