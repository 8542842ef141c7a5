/** Error responses of the API reference: each kind is a component, named by its codes, that operations refer to. */
import { STATUS_CODES } from 'node:http';
import { Problem } from '@shop/contracts/common/problem';

/** Codes that always come together, and their common name. */
const PERMISSION_CODES = ['forbidden', 'session_too_old', 'new_password_required', 'two_factor_required'];
/** Codes in a name. What has more is of one operation and its dry run, and stays there. */
const NAMED_MAX = 4;
const MEDIA_TYPE = 'application/problem+json';

export function problemOf(status: number, codes: readonly string[]) {
  const code = { type: 'string', enum: codes };
  const schema = { allOf: [{ $ref: `#/components/schemas/${Problem.meta()?.id}` }, { properties: { code } }] };
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((name) => `\`${name}\``).join(', ')}`,
    content: { [MEDIA_TYPE]: { schema } },
  };
}

/** `NotFoundOrOrderNotFound404`: the same codes of a status have the same name in every version. */
function componentName(status: string, codes: readonly string[]) {
  const isForStaff = PERMISSION_CODES.every((code) => codes.includes(code));
  const named = codes.filter((code) => !isForStaff || code === 'forbidden' || !PERMISSION_CODES.includes(code));
  return named.length > NAMED_MAX ? undefined : `${named.map(pascalCase).join('Or')}${status}`;
}

const pascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());

type Response = { $ref?: string; content?: Record<string, { schema?: unknown }> };
type Operation = { responses?: Record<string, Response> };
type Document = { paths?: unknown; components?: unknown };

/** Moves them into `components.responses`. In place. */
export function shareProblems(document: Document) {
  const shared: Record<string, Response> = {};
  for (const { responses = {} } of operationsOf(document))
    for (const [status, response] of Object.entries(responses)) {
      const codes = codesOf(response);
      const name = codes && componentName(status, codes);
      if (!name) continue;
      shared[name] ??= response;
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  const sorted = Object.entries(shared).toSorted(([one], [other]) => (one < other ? -1 : 1));
  document.components = { ...Object(document.components), responses: Object.fromEntries(sorted) };
}

/** Of an error response. */
function codesOf({ content }: Response): string[] | undefined {
  const [, narrowed] = Object(content?.[MEDIA_TYPE]?.schema).allOf ?? [];
  return narrowed?.properties?.code?.enum;
}

const operationsOf = ({ paths }: Document) =>
  Object.values<object>(Object(paths)).flatMap((item) => Object.values<Operation>(Object(item)));
