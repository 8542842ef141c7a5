import { STATUS_CODES } from 'node:http';
import type { Problem } from '@shop/contracts/common/problem';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import type { FastifyInstance } from 'fastify';
import { LOGIN_PATH } from './api-paths.ts';

/** As many as an API process works on: the last one waits about a second. Two hash at a time, so none has to idle. */
const LOGINS_AT_ONCE = 20;

/** Load shedding: the API would refuse these logins too, but each one forwarded costs both processes a whole request. */
export function limitLogins(app: FastifyInstance) {
  let active = 0;
  app.addHook('onRequest', async ({ method, url, id }, reply) => {
    if (method !== 'POST' || url.split('?', 1)[0] !== LOGIN_PATH) return;
    if (active === LOGINS_AT_ONCE) {
      const problem: Problem = {
        type: 'about:blank',
        title: STATUS_CODES[429] ?? '',
        status: 429,
        code: 'busy',
        message: loginMessages.busy,
        requestId: id,
      };
      const headers = { 'cache-control': 'no-store', 'content-type': 'application/problem+json', 'retry-after': 1 };
      return reply.code(429).headers(headers).send(JSON.stringify(problem));
    }
    active += 1;
    reply.raw.once('close', () => {
      active -= 1;
    });
  });
}
