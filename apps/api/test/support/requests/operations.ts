/** The operations of the API as its OpenAPI document describes them. */
import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import { UNKNOWN_ID } from '#test/ids.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Schema = OpenAPIV3_1.SchemaObject;
export type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
export type Operation = {
  id: string;
  method: (typeof METHODS)[number];
  /** With `{name}` placeholders. */
  path: string;
  parameters: Parameter[];
  body?: Schema;
  /** By status, by media type. A media type without a schema has an undefined one. */
  responses: Map<number, Record<string, Schema | undefined>>;
  /** Names of the response headers in lower case, by status. */
  responseHeaders: Map<number, string[]>;
};

/** An app, or one of its plugins, once it is ready. */
export type DescribedApp = { swagger: FastifyInstance['swagger'] };

export function operationsOf(app: DescribedApp): Operation[] {
  const { paths = {} } = documentOf(app);
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method.toLowerCase() as 'get'];
      return operation ? [describe(method, path, resolveResponses(app, operation))] : [];
    }),
  );
}

let document: OpenAPIV3_1.Document | undefined;

/**
 * The document as clients receive it, after JSON serialization. Every app has the same one, apart from its URL: it is
 * built once per process, which takes half a second.
 */
export function documentOf(app: DescribedApp): OpenAPIV3_1.Document {
  document ??= JSON.parse(JSON.stringify(app.swagger())) as OpenAPIV3_1.Document;
  return document;
}

/** Those of components in place of the references to them. */
function resolveResponses(app: DescribedApp, operation: OpenAPIV3_1.OperationObject): OpenAPIV3_1.OperationObject {
  const { components } = documentOf(app);
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => {
    const name = '$ref' in response ? nameIn(response.$ref) : undefined;
    return [status, name === undefined ? response : components?.responses?.[name]];
  });
  return { ...operation, responses: Object.fromEntries(responses) };
}

/** The last part of a reference. */
const nameIn = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

/** The operation at a path, with its responses resolved. */
export function operationAt(app: DescribedApp, path: string, method: 'get' | 'post') {
  const operation = documentOf(app).paths?.[path]?.[method];
  return operation && resolveResponses(app, operation);
}

function describe(method: Operation['method'], path: string, operation: OpenAPIV3_1.OperationObject): Operation {
  const content = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {};
  const answers = Object.entries(operation.responses ?? {});
  const responses = answers.map(([status, response]) => {
    const types = 'content' in response ? Object.entries(response.content ?? {}) : [];
    return [Number(status), Object.fromEntries(types.map(([type, { schema }]) => [type, schema]))] as const;
  });
  const responseHeaders = answers.map(([status, response]) => {
    const names = 'headers' in response ? Object.keys(response.headers ?? {}) : [];
    return [Number(status), names.map((name) => name.toLowerCase())] as const;
  });
  return {
    id: operation.operationId ?? '',
    method,
    path,
    parameters: (operation.parameters ?? []) as Parameter[],
    body: content['application/json']?.schema,
    responses: new Map(responses),
    responseHeaders: new Map(responseHeaders),
  };
}

/** The URL of an operation with these values encoded; missing path parameters are an unknown id. */
export function urlOf({ path }: Operation, values: { path?: Record<string, string>; query?: Record<string, string> }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values.path?.[name] ?? UNKNOWN_ID),
  );
  const query = new URLSearchParams(values.query).toString();
  return query ? `${filled}?${query}` : filled;
}
