import { data } from 'react-router';
import type { z } from 'zod';
import { type Api, apiFor, type CallResult } from '#lib/api.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import type { EmailLinkResult } from './email-link.ts';

type Link<Schema extends z.ZodType> = {
  form: FormData;
  schema: Schema;
  follow: (api: Api, link: z.output<Schema>) => Promise<CallResult<unknown>>;
  failed: string;
};

/** Performs the action of an emailed link, after its button was pressed. */
export async function followLink<Schema extends z.ZodType>(
  request: Request,
  { form, schema, follow, failed }: Link<Schema>,
) {
  const sent = await sendForm(form, schema, (link) => follow(apiFor(request), link), failed);
  if (sent.ok) return respond({ state: 'done' }, 200);
  if (sent.status === 422) return respond({ state: 'invalid' }, 422);
  return respond({ state: 'open', failed: sent.reply.error?.['']?.[0] }, sent.status);
}

const respond = (result: EmailLinkResult, status: number) => data(result, { status });
