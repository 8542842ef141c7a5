/** Finds the operations of an OpenAPI document that no test was answered by. */
import type { Examples } from '../apps/api/src/platform/http/openapi-examples.ts';

type Operation = { operationId?: string; responses?: Record<string, { content?: Record<string, unknown> }> };

/** Operations whose success cannot be recorded, and why. */
const EXCEPTIONS: Record<string, string> = {
  streamNotifications: 'it writes to the connection itself, so that the recorder never sees an answer',
};

/** One line for each. What is declared as JSON must be recorded; a file, or a success without a body, only answered. */
export function findUnanswered(
  { paths }: { paths?: object },
  examples: Examples,
  exceptions: Record<string, string> = EXCEPTIONS,
) {
  const operations = Object.values<object>(Object(paths)).flatMap((item) => Object.values<Operation>(Object(item)));
  return operations.flatMap(({ operationId = '', responses = {} }) => {
    const recorded = examples[operationId]?.responses ?? {};
    const isAnswered = Object.entries(responses).some(([status, { content = {} }]) => {
      const answers = recorded[status];
      if (Number(status) >= 300 || !answers) return false;
      const isJson = Object.keys(content).some((type) => type.endsWith('json'));
      return !isJson || Object.keys(answers).length > 0;
    });
    const isException = Object.hasOwn(exceptions, operationId);
    if (isAnswered && isException) return [`${operationId}: has an example, and need not be an exception`];
    return isAnswered || isException ? [] : [`${operationId}: no test has recorded a success`];
  });
}
