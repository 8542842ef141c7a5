import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends a table as a file to keep, row after row as they come; who asks for the head alone has none of them read. */
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
