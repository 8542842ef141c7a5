import { adminMessages } from '@shop/contracts/admin/messages';
import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { DiscountCode } from '@shop/contracts/discounts/admin-schema';
import { data, redirect } from 'react-router';
import { DiscountCodeTermsFields, termsOf } from '#features/admin/discounts/discount-code-fields.ts';
import { DiscountCodeForm } from '#features/admin/discounts/discount-code-form.tsx';
import { adminMeta } from '#features/admin/shared/admin-meta.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import type { Route } from './+types/promotion';

const pathOf = (id: string) => `/admin/discount-codes/${encodeURIComponent(id)}`;

export async function loader({ request, params }: Route.LoaderArgs) {
  return { discountCode: await apiFor(request).get(pathOf(params.discountCodeId), DiscountCode) };
}

export async function action({ request, params }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    DiscountCodeTermsFields,
    (fields) => apiFor(request).put(pathOf(params.discountCodeId), DiscountCode, termsOf(fields)),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect('/admin/promotions?done=saved');
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(loaderData?.discountCode.code ?? texts.title);

export default function PromotionPage({ loaderData: { discountCode }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={discountCode.code} above={[{ label: texts.title, to: '/admin/promotions' }]}>
      <DiscountCodeForm discountCode={discountCode} lastResult={actionData?.reply} />
    </AdminPage>
  );
}
