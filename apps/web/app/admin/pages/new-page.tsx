import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { createPage } from '@shop/contracts/content/admin-operations';
import { data, Form, redirect } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { listPlaceholders } from '#shop/content/placeholders.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import type { Route } from './+types/new-page';
import { NewPageFields } from './page-fields.ts';
import { PageTextFields } from './page-text-fields.tsx';
import { PlaceholderList } from './placeholder-list.tsx';

export async function loader() {
  return { placeholders: listPlaceholders(await getStoreSettings()) };
}

export async function action({ request }: Route.ActionArgs) {
  const form = await formOf(request);
  const sent = await sendForm(
    form,
    NewPageFields,
    (page) => apiFor(request).call(createPage, { body: page, key: formKeyOf(form) }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect(`/admin/pages/${sent.value.id}?done=created`);
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.add);

export default function NewPagePage({ loaderData: { placeholders }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.add} above={[{ label: texts.title, to: '/admin/pages' }]}>
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NewPageForm lastResult={actionData?.reply} />
        <PlaceholderList placeholders={placeholders} />
      </div>
    </AdminPage>
  );
}

function NewPageForm({ lastResult }: { lastResult?: SubmissionResult }) {
  const busy = useIsSubmitting();
  const [form, fields] = useContractForm(NewPageFields, { id: 'new-page', lastResult });
  return (
    <Form method="post" {...getFormProps(form)} className="grid min-w-0 gap-6">
      <FormKey />
      <Panel className="grid grid-cols-1 gap-5">
        <TextField {...fieldOf(fields.slug)} label={texts.slug} hint={texts.slugHint} autoComplete="off" />
        <PageTextFields
          title={fieldOf(fields.title)}
          description={fieldOf(fields.description)}
          body={fieldOf(fields.body)}
        />
      </Panel>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyLabel={adminMessages.saving}>
          {texts.create}
        </Button>
        <ButtonLink to="/admin/pages" look="quiet">
          {uiMessages.cancel}
        </ButtonLink>
      </div>
    </Form>
  );
}
