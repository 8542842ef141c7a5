import { adminMessages } from '@shop/contracts/admin/messages';
import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { data, redirect } from 'react-router';
import { NewDiscountCodeFields, termsOf } from '#features/admin/discounts/discount-code-fields.ts';
import { DiscountCodeForm } from '#features/admin/discounts/discount-code-form.tsx';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import type { Route } from './+types/new-promotion';

export async function action({ request }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    NewDiscountCodeFields,
    ({ code, ...fields }) => apiFor(request).post('/admin/discount-codes', DiscountCode, { code, ...termsOf(fields) }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect('/admin/promotions?done=created');
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

/** A guarded page needs a loader, so that its guard also runs on a client-side navigation. */
export const loader = () => null;

export const meta = () => adminMeta(texts.add);

export default function NewPromotionPage({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.add} above={[{ label: texts.title, to: '/admin/promotions' }]}>
      <DiscountCodeForm lastResult={actionData?.reply} />
    </AdminPage>
  );
}
