/** Examples of the API reference, recorded from the tests by CI and by `npm run api:examples`. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const FILE = new URL('../../../openapi-examples.json', import.meta.url);

/**
 * By operation id. `responses` are by status and name: the error code, or `example`. A status without any was answered
 * with a file or without a body.
 */
const Examples = z.record(
  z.string(),
  z.object({ request: z.unknown().optional(), responses: z.record(z.string(), z.record(z.string(), z.unknown())) }),
);
export type Examples = z.infer<typeof Examples>;

/** Undefined in a build without them: the file is not in the repository. */
export const readExamples = (): Examples | undefined =>
  existsSync(FILE) ? Examples.parse(JSON.parse(readFileSync(FILE, 'utf8'))) : undefined;

type Content = { $ref?: string; content?: Record<string, { examples?: Record<string, { value: unknown }> }> };
type Operation = { operationId?: string; requestBody?: Content; responses?: Record<string, Content> };
type Document = { paths?: unknown; components?: unknown };

/** Adds them to the operations of an OpenAPI document. A shared response has the first example of each error code. */
export function addExamples({ paths, components }: Document, examples: Examples) {
  const shared: Record<string, Content> = Object(components).responses ?? {};
  const resolve = (part?: Content) => (part?.$ref ? shared[part.$ref.slice(part.$ref.lastIndexOf('/') + 1)] : part);
  const operations = Object.values<object>(Object(paths)).flatMap((item) => Object.values<Operation>(Object(item)));
  for (const { operationId = '', requestBody, responses = {} } of operations) {
    const recorded = examples[operationId];
    if (!recorded) continue;
    if (recorded.request !== undefined) setExamples(requestBody, { example: recorded.request });
    for (const [status, values] of Object.entries(recorded.responses)) setExamples(resolve(responses[status]), values);
  }
}

function setExamples(part: Content | undefined, values: Record<string, unknown>) {
  const media = Object.entries(part?.content ?? {}).find(([type]) => type.endsWith('json'))?.[1];
  if (!media) return;
  const added = Object.entries(values).map(([name, value]) => [name, { value }]);
  media.examples = { ...Object.fromEntries(added), ...media.examples };
}
