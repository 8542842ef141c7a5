import type { FastifyInstance } from 'fastify';

/**
 * Clients that send `Content-Type: application/json` with every request send it also with an empty body. An operation
 * without a body accepts that; in any other it is JSON that cannot be parsed.
 */
export function acceptEmptyBodies(app: FastifyInstance) {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !request.routeOptions.schema?.body) return done(null);
    // It returns nothing, and calls `done`; its type has a promise too.
    void parseJson(request, body, done);
  });
}
