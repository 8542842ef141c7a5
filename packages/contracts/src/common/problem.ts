import { z } from 'zod';

export const Problem = z
  .object({
    type: z.string().describe('Always `about:blank`: `code` says what went wrong.'),
    title: z.string().describe('The name of the HTTP status.'),
    status: z.number().int().describe('The HTTP status of the response.'),
    code: z.string().describe('Stable, for programs. Each operation lists its codes by status.'),
    message: z.string().describe('For people: what went wrong and, where possible, what to do. In English.'),
    requestId: z
      .string()
      .describe('Also the header `X-Request-Id`, and in the logs of the store: quote it to support.'),
    errors: z
      .array(
        z.object({
          field: z
            .string()
            .describe('The path of the field, joined by dots (`items.0.quantity`); empty for the whole input.'),
          message: z.string().describe('For people: what is wrong with the field.'),
        }),
      )
      .optional()
      .describe('The invalid fields; missing if no single field is at fault.'),
  })
  .meta({
    id: 'Problem',
    description: 'An error, as RFC 9457 (`application/problem+json`) defines it, with a message to display.',
  });
export type Problem = z.infer<typeof Problem>;
