import { data } from 'react-router';
import type { z } from 'zod';

/** What a form brought. A body that is no form is refused: that is its sender's fault, not ours. */
export async function formOf(request: Request) {
  try {
    return await request.formData();
  } catch {
    throw data(null, { status: 400 });
  }
}

/** The texts of a form, by name. */
export async function readForm(request: Request) {
  const form = await formOf(request);
  return (name: string) => String(form.get(name) ?? '');
}

/** The first thing wrong with each field. */
export const errorsByField = (error: z.ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]).reverse());

/** Whether the browser itself sent a form and waits for a page. Scripts send it for its data, and stay where they are. */
export const acceptsHtml = (request: Request) => (request.headers.get('accept') ?? '').includes('text/html');
