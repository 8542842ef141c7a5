/**
 * Writes the operations and types of packages/client from var/openapi.json: one constant for each operation below
 * `/api`, and one type for each schema, with their descriptions.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'packages/client/src');

/** Called by the payment provider, the mail server and the pages of the store, never by an integrator. */
const INTERNAL = ['receivePayment', 'receivePaymentWebhook', 'receiveInboundMail', 'countPageView'];

type Schema = {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
};
type Content = Record<string, { schema: Schema }>;
type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: Schema };
type DocumentedResponse = { headers?: Record<string, unknown>; content?: Content };
type DocumentedOperation = {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, DocumentedResponse | { $ref: string }>;
};
type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, DocumentedResponse> };
};

const JSON_TYPE = 'application/json';
const STATUS_OK = /^2\d\d$/;

const document: Document = JSON.parse(readFileSync(join(ROOT, 'var/openapi.json'), 'utf8'));
const schemas = document.components.schemas;

/** As a comment above what it describes. */
function docOf(text: string | undefined, indent = '') {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').trim().split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

const literal = (value: unknown) => JSON.stringify(value);
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));
const unionOf = (types: string[]) => [...new Set(types)].join(' | ');
const inUnion = (type: string) => (type.includes(' & ') && !type.startsWith('{') ? `(${type})` : type);
const inArray = (type: string) => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})[]` : `${type}[]`);

/** The type of the values that a schema accepts. */
function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return unionOf(schema.enum.map(literal));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return unionOf(alternatives.map((each) => inUnion(typeOf(each, indent))));
  if (schema.allOf) return schema.allOf.map((each) => typeOf(each, indent)).join(' & ');
  return unionOf([schema.type ?? []].flat().map((type) => typeNamed(type, schema, indent))) || 'unknown';
}

function typeNamed(type: string, schema: Schema, indent: string) {
  switch (type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map((each) => typeOf(each, indent)).join(', ')}]`;
      return inArray(typeOf(schema.items ?? {}, indent));
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`A schema of the unknown type ${type}`);
  }
}

function objectType(schema: Schema, indent: string) {
  const { properties = {}, additionalProperties, propertyNames } = schema;
  if (Object.keys(properties).length > 0) return `{\n${membersOf(schema, `${indent}  `)}${indent}}`;
  if (additionalProperties === false) return 'Record<string, never>';
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
  const key = propertyNames?.enum ? unionOf(propertyNames.enum.map(literal)) : 'string';
  return key === 'string' ? `Record<string, ${value}>` : `Partial<Record<${key}, ${value}>>`;
}

const membersOf = ({ properties = {}, required = [] }: Schema, indent: string) =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${docOf(schema.description, indent)}${indent}${keyOf(name)}${mark}: ${typeOf(schema, indent)};\n`;
    })
    .join('');

/** Both what is sent and what is answered may have a schema of the same name: one type if they are the same. */
const canonicalNames = new Map<string, string>();
const used = new Set<string>();

function nameOf(ref: string) {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  const canonical = canonicalNames.get(name) ?? name;
  used.add(canonical);
  return canonical;
}

const referencedBy = (schema: Schema) =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);

/** `XInput` is `X` if nothing in it differs. Those that refer to others are compared after them. */
function mergeInputs() {
  const isSame = (input: string, output: string, within: string[] = []): boolean => {
    const [sent, answered] = [schemas[input], schemas[output]];
    if (!sent || !answered) return false;
    if (within.includes(input)) return true;
    const names = referencedBy(sent);
    const text = JSON.stringify(sent).replaceAll(/(schemas\/[^"]+?)Input"/g, '$1"');
    return (
      text === JSON.stringify(answered) &&
      names.every((name) => isSame(name, name.replace(/Input$/, ''), [...within, input]))
    );
  };
  for (const name of Object.keys(schemas)) {
    const output = name.replace(/Input$/, '');
    if (output !== name && (!schemas[output] || isSame(name, output))) canonicalNames.set(name, output);
  }
}

function declarationOf(name: string, schema: Schema) {
  const doc = docOf(schema.description);
  const canonical = canonicalNames.get(name) ?? name;
  const isInterface = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
  if (isInterface) return `${doc}export interface ${canonical} {\n${membersOf(schema, '  ')}}\n`;
  return `${doc}export type ${canonical} = ${typeOf(schema, '')};\n`;
}

/** `/api/orders/{id}` is `/orders/:id`. */
const routeOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.slice('/api'.length).replaceAll(/\{(\w+)\}/g, ':$1')}`;

function callOf(operation: DocumentedOperation, isKeyed: boolean) {
  const { parameters = [], requestBody } = operation;
  const member = ({ name, required, description }: Parameter, type: string) =>
    `${docOf(description, '    ')}    ${keyOf(name)}${required ? '' : '?'}: ${type};\n`;
  const ofPath = parameters.filter((each) => each.in === 'path').map((each) => member(each, pathTypeOf(each.schema)));
  const query = parameters.filter((each) => each.in === 'query');
  const ofQuery = query.map((each) => member(each, typeOf(each.schema, '    ')));
  const isQueryRequired = query.some(({ required }) => required);
  const body = bodyTypeOf(requestBody?.content);
  return [
    ofPath.length > 0 ? `  params: {\n${ofPath.join('')}  };\n` : '',
    ofQuery.length > 0 ? `  query${isQueryRequired ? '' : '?'}: {\n${ofQuery.join('')}  };\n` : '',
    body ? `  body: ${body};\n` : '',
    isKeyed
      ? '  /** The same one to repeat a request that may have failed; without it, the client makes one for the call. */\n  key?: string;\n'
      : '',
  ].join('');
}

const pathTypeOf = (schema: Schema) => {
  const type = typeOf(schema, '    ');
  return type === 'string' ? 'string | number' : type;
};

function bodyTypeOf(content: Content | undefined) {
  if (!content) return '';
  const json = content[JSON_TYPE];
  return json ? typeOf(json.schema, '  ') : 'Blob | ReadableStream<Uint8Array>';
}

/** Several media types: the one of the `Blob`. */
function sendsOf(content: Content | undefined) {
  const types = Object.keys(content ?? {});
  if (types.length === 0 || types.includes(JSON_TYPE)) return undefined;
  return types.length === 1 ? types[0] : '';
}

/** Many operations share their problems. */
function responseOf(response: DocumentedResponse | { $ref: string }): DocumentedResponse {
  if (!('$ref' in response)) return response;
  const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
  const shared = document.components.responses?.[name];
  if (!shared) throw new Error(`No response ${response.$ref}`);
  return shared;
}

function codesOf({ operationId, responses }: DocumentedOperation) {
  const codes = Object.values(responses).flatMap((response) => {
    const all = responseOf(response).content?.['application/problem+json']?.schema.allOf ?? [];
    return all.flatMap(({ properties }) => properties?.code?.enum ?? []).map(String);
  });
  if (codes.length === 0) throw new Error(`${operationId} documents no codes`);
  return [...new Set(codes)];
}

function operationOf(method: string, path: string, operation: DocumentedOperation) {
  const { operationId: id, parameters = [], responses } = operation;
  const isKeyed = parameters.some(({ name }) => name === 'idempotency-key');
  const [success] = Object.entries(responses)
    .filter(([status]) => STATUS_OK.test(status))
    .map(([, each]) => responseOf(each));
  const types = Object.keys(success?.content ?? {});
  const isJson = types.length === 0 || types.includes(JSON_TYPE);
  const schema = success?.content?.[JSON_TYPE]?.schema;
  const answer = schema ? typeOf(schema, '') : isJson ? 'undefined' : 'Response';
  const codes = codesOf(operation);
  const code = unionOf([...codes.filter((each) => !commonCodes.includes(each)).map(literal), 'CommonCode']);
  const members = callOf(operation, isKeyed);
  const sends = sendsOf(operation.requestBody?.content);
  const values = [
    `route: ${literal(routeOf(method, path))}`,
    isKeyed ? 'keyed: true' : '',
    sends === undefined ? '' : `sends: ${literal(sends)}`,
    isJson ? '' : `accepts: ${literal(types.join())}`,
  ].filter(Boolean);
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}Call`;
  const call = members ? name : 'Empty';
  const paged = Boolean(success?.headers?.Link);
  return [
    members ? `export type ${name} = {\n${members}};\n` : '',
    docOf([operation.summary, operation.description].filter(Boolean).join('\n\n')),
    `export const ${id}: Operation<${call}, ${answer}, ${code}, ${paged}> = { ${values.join(', ')} };\n`,
  ].join('');
}

mergeInputs();
const documented = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, each]) => ({ method, path, each })))
  .filter(({ each }) => !INTERNAL.includes(each.operationId));
for (const id of INTERNAL)
  if (!Object.values(document.paths).some((methods) => Object.values(methods).some((each) => each.operationId === id)))
    throw new Error(`No operation ${id}`);
const allCodes = documented.map(({ each }) => codesOf(each));
const commonCodes = (allCodes[0] ?? []).filter((code) => allCodes.every((codes) => codes.includes(code)));
const operations = documented.map(({ method, path, each }) => operationOf(method, path, each));

/** Those that the operations use, and those that these use. */
const declarations = new Map<string, string>();
const NOTE = '/** Generated by scripts/client.ts from the OpenAPI document: changes are lost. */\n';
for (let before = -1; before !== declarations.size; ) {
  before = declarations.size;
  for (const [name, schema] of Object.entries(schemas)) {
    const canonical = canonicalNames.get(name) ?? name;
    if ((used.has(canonical) || canonical === 'Problem') && !declarations.has(canonical))
      declarations.set(canonical, declarationOf(name, schema));
  }
}
const names = [...declarations.keys()].sort();
const usedDirectly = names.filter((name) => operations.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
const commonCode = `${docOf('Codes that every operation can answer with.')}export type CommonCode = ${unionOf(commonCodes.map(literal))};\n`;

writeFileSync(
  join(SOURCE, 'types.ts'),
  [NOTE, commonCode, ...names.map((name) => declarations.get(name) ?? '')].join('\n'),
);
writeFileSync(
  join(SOURCE, 'operations.ts'),
  [
    NOTE,
    `import type { Operation } from './client.ts';\nimport type {\n  CommonCode,\n${usedDirectly.map((name) => `  ${name},\n`).join('')}} from './types.ts';\n`,
    'type Empty = Record<never, never>;\n',
    ...operations,
  ].join('\n'),
);
console.log(`Client: ${operations.length} operations, ${names.length} types in packages/client/src.`);
