import type { SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { Problem } from '@shop/contracts/common/problem';
import type { z } from 'zod';
import type { CallResult } from '#lib/api.server.ts';
import { errorMessage } from './error-message.ts';
import { fieldErrors } from './field-errors.ts';

type SendResult<T, Code extends string> =
  | { ok: true; value: T; cookies: string[] }
  | { ok: false; status: number; problem?: Problem & { code: Code }; reply: SubmissionResult };

/**
 * Validates a form against its contract, sends it to the API and returns the errors of either. `failed` is the message
 * of a server error; a function is for forms that word every error themselves.
 */
export async function sendForm<Schema extends z.ZodType, T, Code extends string>(
  form: FormData,
  schema: Schema,
  send: (value: z.output<Schema>) => Promise<CallResult<T, Code>>,
  failed: string | ((problem: Problem) => string),
): Promise<SendResult<T, Code>> {
  const submission = parseWithZod(form, { schema });
  // The page shows the submitted values again, but never a password.
  const hideFields = [...form.keys()].filter((name) => /password/i.test(name));
  if (submission.status !== 'success') return { ok: false, status: 422, reply: submission.reply({ hideFields }) };

  const result = await send(submission.value);
  if (result.ok) return result;
  const { problem } = result;
  const errors = problem.errors?.length
    ? { fieldErrors: listedByField(problem.errors) }
    : { formErrors: [typeof failed === 'string' ? errorMessage(problem, failed) : failed(problem)] };
  return { ok: false, status: problem.status, problem, reply: submission.reply({ ...errors, hideFields }) };
}

const listedByField = (errors: Problem['errors']) =>
  Object.fromEntries(Object.entries(fieldErrors(errors)).map(([field, message]) => [field, [message]]));
