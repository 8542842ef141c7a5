/** Validates responses against the schemas of the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { LightMyRequestResponse } from 'fastify';
import type { TestStore } from '#test/harness.ts';
import { documentOf, type Operation } from './operations.ts';

/** Lists the violations of the declared schema in a response; an undeclared status is one too. */
export function compileResponseValidator(app: TestStore['app']) {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 });
  formats.default(ajv);
  ajv.addSchema(closed(documentOf(app)), 'document');
  const compiled = new Map<string, ValidateFunction>();

  return ({ method, path, responses }: Operation, response: LightMyRequestResponse): string[] => {
    const { statusCode, headers, body } = response;
    const types = responses.get(statusCode);
    // The response to a conditional request.
    if (!types) return statusCode === 304 ? [] : [`${statusCode} is not declared`];
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    if (!/json$/.test(type)) return [];

    const declared = Object.keys(types).find((known) => known === type) ?? Object.keys(types)[0];
    if (!declared) return body === '' ? [] : [`${statusCode} has no schema`];
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(statusCode),
      'content',
      declared,
      'schema',
    ];
    const ref = `document#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate(JSON.parse(body)) ? [] : [`${statusCode}: ${ajv.errorsText(validate.errors)}`];
  };
}

/** Forbids additional properties of objects with declared ones. */
function closed(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (_key, part) =>
    part &&
    typeof part === 'object' &&
    part.type === 'object' &&
    part.properties &&
    part.additionalProperties === undefined
      ? { ...part, additionalProperties: false }
      : part,
  );
}
