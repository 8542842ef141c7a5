import type { SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { discountCodeMessages as texts } from '@shop/contracts/discounts/admin-messages';
import { createDiscountCode } from '@shop/contracts/discounts/admin-operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { findStoreProfile } from '#lib/store-settings.server.ts';
import { zoneOfForm } from '#lib/store-time.ts';
import type { Route } from './+types/new-promotion';
import { NewDiscountCodeFields, termsOf } from './discount-code-fields.ts';
import { DiscountCodeForm } from './discount-code-form.tsx';
import { saveCode } from './save-code.server.ts';

type Result = { reply?: SubmissionResult; confirmation?: Confirmation };

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const zone = zoneOfForm(form, (await findStoreProfile()).timeZone);
  const sent = await sendForm(
    form,
    NewDiscountCodeFields,
    ({ code, ...fields }) => {
      const body = { code, ...termsOf(fields, zone) };
      return saveCode(form, fields.percent, {
        dryRun: () => api.call(dryRunOf(createDiscountCode), { body }),
        save: () => api.call(createDiscountCode, { body, key: formKeyOf(form) }),
      });
    },
    adminMessages.failed,
  );
  if (!sent.ok) return data<Result>({ reply: sent.reply }, { status: sent.status });
  if (sent.value) return data<Result>({ confirmation: sent.value });
  throw redirect('/admin/promotions?done=created');
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<Result>({ reply: networkErrorResult(adminMessages.failed) }));

/** A guarded page needs a loader, so that its guard also runs on a client-side navigation. */
export const loader = () => null;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.add);

export default function NewPromotionPage({ actionData }: Route.ComponentProps) {
  const confirmation = actionData?.confirmation;
  return (
    <AdminPage title={texts.add} above={[{ label: texts.title, to: '/admin/promotions' }]}>
      <ConfirmEffects
        confirmation={confirmation}
        title={texts.confirmCreate(fieldIn(confirmation, 'code').toUpperCase())}
        confirm={texts.create}
        busyLabel={adminMessages.saving}
        keep={texts.keepEditing}
      />
      <DiscountCodeForm lastResult={actionData?.reply} />
    </AdminPage>
  );
}
