import type { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import type { DryRun } from '@shop/contracts/effects/schema';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { CallResult } from '#lib/api.server.ts';
import { FREE_PERCENT } from './discount-code-fields.ts';

type Calls = { dryRun: () => Promise<CallResult<DryRun>>; save: () => Promise<CallResult<DiscountCode>> };

/** A code that makes orders free but for shipping and tax is saved once that is confirmed; null when it is saved. */
export async function saveCode(
  form: FormData,
  percent: number,
  { dryRun, save }: Calls,
): Promise<CallResult<Confirmation | null>> {
  const preview = percent === FREE_PERCENT ? await previewEffects(form, dryRun) : undefined;
  if (preview) return preview;
  const saved = await save();
  return saved.ok ? { ...saved, value: null } : saved;
}
