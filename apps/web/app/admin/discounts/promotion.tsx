import type { SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { getDiscountCode, updateDiscountCode } from '@shop/contracts/discounts/admin-operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { findStoreProfile } from '#lib/store-settings.server.ts';
import { zoneOfForm } from '#lib/store-time.ts';
import type { Route } from './+types/promotion';
import { DiscountCodeTermsFields, termsOf } from './discount-code-fields.ts';
import { DiscountCodeForm } from './discount-code-form.tsx';
import { saveCode } from './save-code.server.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { discountCode: await apiFor(request).read(getDiscountCode, { params: { id: params.discountCodeId } }) };
}

type Result = { reply?: SubmissionResult; confirmation?: Confirmation };

export async function action({ request, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const zone = zoneOfForm(form, (await findStoreProfile()).timeZone);
  const sent = await sendForm(
    form,
    DiscountCodeTermsFields,
    (fields) => {
      const change = { params: { id: params.discountCodeId }, body: termsOf(fields, zone) };
      return saveCode(form, fields.percent, {
        dryRun: () => api.call(dryRunOf(updateDiscountCode), change),
        save: () => api.call(updateDiscountCode, change),
      });
    },
    adminMessages.failed,
  );
  if (!sent.ok) return data<Result>({ reply: sent.reply }, { status: sent.status });
  if (sent.value) return data<Result>({ confirmation: sent.value });
  throw redirect('/admin/promotions?done=saved');
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<Result>({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.discountCode.code ?? texts.title);

export default function PromotionPage({ loaderData: { discountCode }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={discountCode.code} above={[{ label: texts.title, to: '/admin/promotions' }]}>
      <ConfirmEffects
        confirmation={actionData?.confirmation}
        title={texts.confirmSave(discountCode.code)}
        confirm={texts.save}
        busyLabel={adminMessages.saving}
        keep={texts.keepTerms}
      />
      <DiscountCodeForm discountCode={discountCode} lastResult={actionData?.reply} />
    </AdminPage>
  );
}
