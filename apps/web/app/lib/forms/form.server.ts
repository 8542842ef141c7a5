import type { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import { errorMessage } from './error-message.ts';

/** A body that is not a form is a client error: 400. */
export async function formOf(request: Request) {
  try {
    return await request.formData();
  } catch {
    throw data(null, { status: 400 });
  }
}

/** Returns a function that reads a text field; a missing field is ''. */
export async function readForm(request: Request) {
  const form = await formOf(request);
  return (name: string) => String(form.get(name) ?? '');
}

/** The response to a form that the API rejected, with the message for its page. */
export const failedResponse = (problem: Problem, fallback: string) =>
  data({ failed: errorMessage(problem, fallback) }, { status: problem.status });

/** Whether the browser submitted a form natively and expects a page. Scripts request data and stay on their page. */
export const acceptsHtml = (request: Request) => (request.headers.get('accept') ?? '').includes('text/html');
