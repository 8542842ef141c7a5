import { data } from 'react-router';
import type { z } from 'zod';

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

/** The first error of each field. */
export const errorsByField = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());

/** Whether the browser submitted a form natively and expects a page. Scripts request data and stay on their page. */
export const acceptsHtml = (request: Request) => (request.headers.get('accept') ?? '').includes('text/html');
