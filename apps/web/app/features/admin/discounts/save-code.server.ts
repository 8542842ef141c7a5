import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { previewEffects } from '#features/admin/effects/confirm.server.ts';
import type { Confirmation } from '#features/admin/effects/confirmation.ts';
import { formKeyOf } from '#features/admin/shared/form-key.tsx';
import type { apiFor, WriteResult } from '#lib/api.server.ts';
import { FREE_PERCENT } from './discount-code-fields.ts';

type Write = { method: 'post' | 'put'; path: string; body: { percent: number; code?: string } };

/** A code that makes orders free but for shipping and tax is saved once that is confirmed; null when it is saved. */
export async function saveCode(
  api: ReturnType<typeof apiFor>,
  form: FormData,
  write: Write,
): Promise<WriteResult<Confirmation | null>> {
  const { method, path, body } = write;
  const preview = body.percent === FREE_PERCENT ? await previewEffects(api, form, write) : undefined;
  if (preview) return { ...preview, cookies: [] };
  const saved = await api[method](path, DiscountCode, body, formKeyOf(form));
  return saved.ok ? { ...saved, value: null } : saved;
}
