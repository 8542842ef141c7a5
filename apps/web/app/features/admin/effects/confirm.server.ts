import { adminMessages } from '@shop/contracts/admin/messages';
import { effectSentence, refundedSum } from '@shop/contracts/effects/messages';
import { DryRun, type Effect } from '@shop/contracts/effects/schema';
import type { ApiResult, apiFor } from '#lib/api.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { CONFIRMED, type Confirmation } from './confirmation.ts';

type Api = ReturnType<typeof apiFor>;
type Write = { method: 'post' | 'put' | 'delete'; path: string; body?: unknown };

/**
 * The effects of a form that is not confirmed yet, from a dry run of its write; undefined if it is confirmed, or if its
 * effects need no confirmation. A rejected dry run has the problem that the write would have.
 */
export async function previewEffects(
  api: Api,
  form: FormData,
  { method, path, body }: Write,
  needsConfirmation: (effects: readonly Effect[]) => boolean = () => true,
  sentenceOf: (effects: readonly Effect[]) => string = effectSentence,
): Promise<ApiResult<Confirmation> | undefined> {
  if (form.has(CONFIRMED)) return undefined;
  const url = `${path}/dry-run`;
  const result = await (method === 'delete' ? api.delete(url, DryRun) : api[method](url, DryRun, body));
  if (!result.ok) return result;
  const { effects } = result.value;
  if (!needsConfirmation(effects)) return undefined;
  const value = { fields: fieldsOf(form), sentence: sentenceOf(effects), amount: refundedSum(effects) };
  return { ok: true, value };
}

/** The response to a form that is not confirmed yet: its effects, or why it can't be done. */
export const confirmationResponse = (preview: ApiResult<Confirmation>) =>
  preview.ok ? { confirmation: preview.value } : failedResponse(preview.problem, adminMessages.failed);

/** The confirmation once more, for example because its password was rejected. */
export function previewAgain(api: Api, form: FormData, write: Write) {
  const unconfirmed = new FormData();
  for (const [name, value] of form) if (name !== CONFIRMED) unconfirmed.append(name, value);
  return previewEffects(api, unconfirmed, write);
}

/** Passwords are never sent back: where one is needed, the confirmation asks for it. */
const fieldsOf = (form: FormData) =>
  [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !/password/i.test(name) ? [[name, value]] : [],
  );
