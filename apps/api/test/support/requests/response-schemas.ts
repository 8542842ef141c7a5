/** Validates responses against the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type DescribedApp, documentOf, type Operation } from './operations.ts';

/** `body` is undefined for a stream or a file. */
export type Answer = { statusCode: number; headers: Record<string, unknown>; body?: string };

/** Headers that must be declared if they are sent. */
const DECLARED_HEADERS = ['link', 'x-total-count', 'retry-after'];

type Validator = (operation: Operation, answer: Answer) => string[];
let validators: ReturnType<typeof createValidators> | undefined;

/** Lists what the document does not declare in a response: its status, media type, headers, fields, or error code. */
export function responseValidator(app: DescribedApp): Validator {
  validators ??= createValidators(app);
  return validators.violationsIn;
}

/** Tells whether the document allows a JSON body. */
export function requestValidator(app: DescribedApp) {
  validators ??= createValidators(app);
  return validators.acceptsBody;
}

/**
 * Each schema is compiled when it is first needed. A shared one is compiled once instead of wherever it occurs, and the
 * code of none is optimized: this takes a seventh of the time.
 */
function createValidators(app: DescribedApp) {
  const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6, inlineRefs: false, code: { optimize: false } });
  formats.default(ajv);
  const { paths } = documentOf(app);
  ajv.addSchema(closed(documentOf(app)), 'document');
  const compiled = new Map<string, ValidateFunction>();

  function validate(path: string, value: unknown) {
    const ref = `document${path}`;
    const isValid = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, isValid);
    return isValid(value) ? undefined : ajv.errorsText(isValid.errors);
  }

  const pathOf = ({ method, path }: Operation) => `#/paths/${escapePart(path)}/${method.toLowerCase()}`;

  function bodyViolations(operation: Operation, statusCode: number, type: string, body: string) {
    const { path, method } = operation;
    const { $ref } = Object(paths?.[path]?.[method.toLowerCase() as 'get']?.responses?.[statusCode]);
    const response = $ref ?? `${pathOf(operation)}/responses/${statusCode}`;
    const violations = validate(`${response}/content/${escapePart(type)}/schema`, JSON.parse(body));
    return violations === undefined ? [] : [`${statusCode}: ${violations}`];
  }

  const acceptsBody = (operation: Operation, body: unknown) =>
    operation.body !== undefined &&
    validate(`${pathOf(operation)}/requestBody/content/application~1json/schema`, body) === undefined;

  const violationsIn: Validator = (operation, { statusCode, headers, body }) => {
    const declared = operation.responses.get(statusCode);
    if (!declared) return [`${statusCode} is not declared`];
    const undeclaredHeaders = DECLARED_HEADERS.filter(
      (name) => headers[name] !== undefined && !operation.responseHeaders.get(statusCode)?.includes(name),
    ).map((name) => `${statusCode} does not declare the header ${name}`);

    const types = Object.keys(declared);
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    if (type && types.length > 0 && !types.includes(type))
      return [...undeclaredHeaders, `${statusCode} does not declare the type ${type}`];
    if (body && types.length === 0) return [...undeclaredHeaders, `${statusCode} declares no body`];
    if (!body || !/json$/.test(type)) return undeclaredHeaders;
    return [...undeclaredHeaders, ...bodyViolations(operation, statusCode, type, body)];
  };
  return { violationsIn, acceptsBody };
}

/** As part of a JSON pointer in a URI fragment. */
const escapePart = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

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
