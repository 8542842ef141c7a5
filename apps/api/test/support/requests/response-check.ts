/** Checks every response of every app in a test file against the OpenAPI document, whatever client sent the request. */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isRecording, recordExample } from './example-recorder.ts';
import { type Operation, operationsOf } from './operations.ts';
import { requestValidator, responseValidator } from './response-schemas.ts';

const violations: string[] = [];

/** Empties the list. */
export const takeViolations = () => violations.splice(0);

/** The body as the client sent it: validation replaces `request.body` by the parsed value. */
const sentBodies = new WeakMap<FastifyRequest, unknown>();

/** Built once per process, like the document. */
let operations: Map<string, Operation> | undefined;
const operationsByName = (app: FastifyInstance) =>
  new Map(operationsOf(app).map((operation) => [`${operation.method} ${operation.path}`, operation]));

async function checkResponse(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { server, routeOptions } = request;
  const { url = '', method, schema } = routeOptions;
  // A page of the reference, a health check, or an app of the test's own.
  if (schema?.hide || !server.hasDecorator('swagger')) return;

  operations ??= operationsByName(server);
  const violationsIn = responseValidator(server);
  const name = `${method === 'HEAD' ? 'GET' : method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`;
  const operation = operations.get(name);
  if (!operation) return void violations.push(`${name} is not in the document`);

  // Of a 204, Fastify sends no body, whatever the handler returned.
  const body = typeof payload === 'string' && reply.statusCode !== 204 ? payload : undefined;
  const answer = { statusCode: reply.statusCode, headers: reply.getHeaders(), body };
  const found = violationsIn(operation, answer);
  violations.push(...found.map((violation) => `${name}: ${violation}`));
  if (isRecording && found.length === 0)
    recordExample({
      operation,
      answer,
      sent: sentBodies.get(request),
      ownCodes: Object.values<string[]>(Object(schema?.errors)).flat(),
      isValidRequest: (sent) => requestValidator(server)(operation, sent),
      isValid: (text) => violationsIn(operation, { ...answer, body: text }).length === 0,
    });
}

// Before any route exists, so that the hooks apply to all of them. Hooks of a route run after those of the app and its
// plugins, one of which responds 304; the one that removes the body of a HEAD response runs last.
subscribe('fastify.initialization', (message) => {
  if (!isInitialization(message)) return;
  message.fastify.addHook('onRoute', (route) => {
    route.onSend = [checkResponse, route.onSend ?? []].flat();
  });
  if (!isRecording) return;
  message.fastify.addHook('preValidation', async (request) => {
    sentBodies.set(request, request.body);
  });
});

const isInitialization = (message: unknown): message is { fastify: FastifyInstance } =>
  typeof message === 'object' && message !== null && 'fastify' in message;
