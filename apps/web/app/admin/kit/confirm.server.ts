import { adminMessages } from '@shop/contracts/admin/messages';
import { effectSentence, refundedSum } from '@shop/contracts/effects/messages';
import type { DryRun, Effect } from '@shop/contracts/effects/schema';
import type { CallResult } from '#lib/api.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { CONFIRMED, type Confirmation } from './confirmation.ts';

/** What a dry run found out about a write. */
type DryRunResult<Code extends string> = CallResult<DryRun, Code>;

/**
 * The effects of a form that is not confirmed yet, from a dry run of its write; undefined if it is confirmed, or if its
 * effects need no confirmation. A rejected dry run has the problem that the write would have.
 */
export async function previewEffects<Code extends string>(
  form: FormData,
  dryRun: () => Promise<DryRunResult<Code>>,
  needsConfirmation: (effects: readonly Effect[]) => boolean = () => true,
  sentenceOf: (effects: readonly Effect[]) => string = effectSentence,
): Promise<CallResult<Confirmation, Code> | undefined> {
  if (form.has(CONFIRMED)) return undefined;
  const result = await dryRun();
  if (!result.ok) return result;
  const { effects } = result.value;
  if (!needsConfirmation(effects)) return undefined;
  return { ...result, value: { fields: fieldsOf(form), sentence: sentenceOf(effects), amount: refundedSum(effects) } };
}

/** The response to a form that is not confirmed yet: its effects, or why it can't be done. */
export const confirmationResponse = (preview: CallResult<Confirmation>) =>
  preview.ok ? { confirmation: preview.value } : failedResponse(preview.problem, adminMessages.failed);

/** The confirmation once more, for example because its password was rejected. */
export function previewAgain<Code extends string>(form: FormData, dryRun: () => Promise<DryRunResult<Code>>) {
  const unconfirmed = new FormData();
  for (const [name, value] of form) if (name !== CONFIRMED) unconfirmed.append(name, value);
  return previewEffects(unconfirmed, dryRun);
}

/** Passwords are never sent back: where one is needed, the confirmation asks for it. */
const fieldsOf = (form: FormData) =>
  [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !/password/i.test(name) ? [[name, value]] : [],
  );
