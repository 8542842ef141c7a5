/** Records examples for the API reference while tests run, if `API_EXAMPLES` names a directory. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from './operations.ts';
import type { Answer } from './response-schemas.ts';

const DIRECTORY = process.env.API_EXAMPLES;
export const isRecording = DIRECTORY !== undefined;

/** Characters of an example; longer ones explain no more. */
const LONGEST = 8_000;
/** Of a response that may become shorter as an example. */
const LONGEST_RESPONSE = 200_000;
const ITEMS_SHOWN = 2;
const MOMENT = '2026-03-05T16:05:00.000Z';
const RECOVERY_CODE = 'aaaaaa-bbbbbb-cccccc-dddddd';

type Recorded = {
  operation: Operation;
  answer: Answer;
  sent: unknown;
  /** Error codes of the route itself. Those that all routes share need no example. */
  ownCodes: readonly string[];
  isValidRequest: (body: unknown) => boolean;
  isValid: (text: string) => boolean;
};
/**
 * One example of a test file. Without a response: a success that has none, a file, or one that is too long. `isEmpty`:
 * another test may have a better one.
 */
type Example = { id: string; status: number; name: string; request?: unknown; response?: unknown; isEmpty: boolean };

const examples = new Map<string, Example>();

/** Keeps the first response of each operation, status and error code; a list with items rather than an empty one. */
export function recordExample({ operation, answer, sent, ownCodes, isValidRequest, isValid }: Recorded) {
  const { statusCode: status, headers, body = '' } = answer;
  const isJson = body !== '' && body.length <= LONGEST_RESPONSE && /json/.test(String(headers['content-type']));
  if (!isJson && status >= 300) return;
  const code = status >= 400 ? String(JSON.parse(body).code) : undefined;
  if (code !== undefined && !ownCodes.includes(code)) return;

  const name = code ?? 'example';
  const key = `${operation.id} ${status} ${name}`;
  const isEmpty = !isJson || body === '[]' || body === '{}';
  const before = examples.get(key);
  if (before && (!before.isEmpty || isEmpty)) return;
  const request = status < 300 && isPlainObject(sent) ? sent : undefined;
  const stable = makeStable({ request, response: isJson ? JSON.parse(body) : undefined });
  // What the API corrects, such as capitals in an email address, is not what a client should send.
  if (!isValidRequest(stable.request)) delete stable.request;
  const text = JSON.stringify(stable.response);
  const isGood = text !== undefined && text.length <= LONGEST && isValid(text);
  if (isGood) examples.set(key, { id: operation.id, status, name, isEmpty, ...stable });
  else if (!before && status < 300)
    examples.set(key, { id: operation.id, status, name, isEmpty: true, request: stable.request });
}

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Writes the examples of a test file, and starts the next. */
export function saveExamples(testPath: string) {
  if (DIRECTORY === undefined || examples.size === 0) return;
  mkdirSync(DIRECTORY, { recursive: true });
  const file = testPath.slice(testPath.indexOf('apps/api/')).replaceAll('/', '+');
  writeFileSync(join(DIRECTORY, `${file}.json`), JSON.stringify([...examples.values()]));
  examples.clear();
}

/** The same text at every run: ids are numbered, times fixed, and random texts and secrets replaced. */
function makeStable(example: { request?: unknown; response?: unknown }): typeof example {
  const ids = new Map<string, string>();
  const numbered = (id: string) => {
    if (!ids.has(id)) ids.set(id, `01890000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id) ?? id;
  };
  const stable = JSON.stringify(example)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, MOMENT)
    .replaceAll(/[\w.+-]+@example\.com/g, 'ada@example.com')
    .replaceAll(/secret=[A-Z2-7]+/g, 'secret=JBSWY3DPEHPK3PXP')
    .replaceAll(/TRK\d{8}/g, 'TRK00000001')
    .replaceAll(/\b[a-z\d]{6}(-[a-z\d]{6}){3}\b/g, RECOVERY_CODE)
    .replaceAll(/[\w+/-]{32,}/g, (text) => (/[A-Z]/.test(text) && /\d/.test(text) ? 'A'.repeat(text.length) : text))
    // Part of a slug, an SKU or the key of an image.
    .replaceAll(/(?=\d*[a-f])[0-9a-f]{8,}/g, (hex) => '0'.repeat(hex.length));
  const numberedIds = [...ids.values()];
  return JSON.parse(stable, (key, value) => {
    if ((key === 'token' || key === 'challenge') && !numberedIds.includes(value)) return 'A'.repeat(24);
    // Numbers are counts by position.
    const isList = Array.isArray(value) && value.some((item) => typeof item !== 'number');
    return isList ? value.slice(0, ITEMS_SHOWN) : value;
  });
}
