import type { FastifyReply } from 'fastify';

/** Sends text that is JSON already. Only tests compare it with the response schema. */
export const sendJson = (reply: FastifyReply, json: string) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);
