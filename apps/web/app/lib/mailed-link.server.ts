import { Said } from '@shop/contracts/identity';
import { data } from 'react-router';
import type { z } from 'zod';
import { apiFor } from './api.server.ts';
import type { LinkAnswer } from './mailed-link.ts';
import { refusalOr, sendForm } from './send-form.server.ts';

type Link = { form: FormData; schema: z.ZodType; path: string; failed: string };

/** Does what a mailed link is for, once its button is pressed. */
export async function followLink(request: Request, { form, schema, path, failed }: Link) {
  const sent = await sendForm(form, schema, (link) => apiFor(request).post(path, Said, link), refusalOr(failed));
  if (sent.ok) return answer({ state: 'done' }, 200);
  if (sent.status === 422) return answer({ state: 'invalid' }, 422);
  return answer({ state: 'open', failed: sent.reply.error?.['']?.[0] }, sent.status);
}

const answer = (told: LinkAnswer, status: number) => data(told, { status });
