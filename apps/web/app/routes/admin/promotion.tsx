import { adminMessages } from '@shop/contracts/admin-texts';
import { PromoCode } from '@shop/contracts/promo-codes';
import { promoMessages as texts } from '@shop/contracts/promo-codes-texts';
import { data, redirect } from 'react-router';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { PromoForm } from '#components/admin/promo-form.tsx';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/network-error.ts';
import { PromoTermsFields, termsOf } from '#lib/promo-fields.ts';
import { errorMessageOr, sendForm } from '#lib/send-form.server.ts';
import type { Route } from './+types/promotion';

const pathOf = (id: string) => `/admin/promo-codes/${encodeURIComponent(id)}`;

export async function loader({ request, params }: Route.LoaderArgs) {
  return { promo: await apiFor(request).get(pathOf(params.promoId), PromoCode) };
}

export async function action({ request, params }: Route.ActionArgs) {
  const sent = await sendForm(
    await formOf(request),
    PromoTermsFields,
    (fields) => apiFor(request).put(pathOf(params.promoId), PromoCode, termsOf(fields)),
    errorMessageOr(adminMessages.failed),
  );
  if (sent.ok) throw redirect('/admin/promotions?done=saved');
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(loaderData?.promo.code ?? texts.title);

export default function PromotionPage({ loaderData: { promo }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={promo.code} above={[{ label: texts.title, to: '/admin/promotions' }]}>
      <PromoForm promo={promo} lastResult={actionData?.reply} />
    </AdminPage>
  );
}
