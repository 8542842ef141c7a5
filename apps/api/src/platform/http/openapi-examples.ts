/** Examples of the API reference, recorded from the tests by `npm run api:examples`. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const FILE = new URL('../../../openapi-examples.json', import.meta.url);

/** By operation id. `responses` are by status and name: the error code, or `example`. */
const Examples = z.record(
  z.string(),
  z.object({ request: z.unknown().optional(), responses: z.record(z.string(), z.record(z.string(), z.unknown())) }),
);
export type Examples = z.infer<typeof Examples>;

export const readExamples = (): Examples => Examples.parse(JSON.parse(readFileSync(FILE, 'utf8')));

type Content = { content?: Record<string, { examples?: Record<string, { value: unknown }> }> };
type Operation = { operationId?: string; requestBody?: Content; responses?: Record<string, Content> };

/** Adds them to the operations in the paths of an OpenAPI document. */
export function addExamples(paths: unknown, examples: Examples) {
  const operations = Object.values<object>(Object(paths)).flatMap((item) => Object.values<Operation>(Object(item)));
  for (const { operationId = '', requestBody, responses = {} } of operations) {
    const recorded = examples[operationId];
    if (!recorded) continue;
    if (recorded.request !== undefined) setExamples(requestBody, { example: recorded.request });
    for (const [status, values] of Object.entries(recorded.responses)) setExamples(responses[status], values);
  }
}

function setExamples(part: Content | undefined, values: Record<string, unknown>) {
  const media = Object.entries(part?.content ?? {}).find(([type]) => type.endsWith('json'))?.[1];
  if (media) media.examples = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}
