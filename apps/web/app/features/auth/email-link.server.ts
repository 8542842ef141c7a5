import { MessageResponse } from '@shop/contracts/common/schema';
import { data } from 'react-router';
import type { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import type { EmailLinkResult } from './email-link.ts';

type Link = { form: FormData; schema: z.ZodType; path: string; failed: string };

/** Performs the action of an emailed link, after its button was pressed. */
export async function followLink(request: Request, { form, schema, path, failed }: Link) {
  const sent = await sendForm(form, schema, (link) => apiFor(request).post(path, MessageResponse, link), failed);
  if (sent.ok) return respond({ state: 'done' }, 200);
  if (sent.status === 422) return respond({ state: 'invalid' }, 422);
  return respond({ state: 'open', failed: sent.reply.error?.['']?.[0] }, sent.status);
}

const respond = (result: EmailLinkResult, status: number) => data(result, { status });
