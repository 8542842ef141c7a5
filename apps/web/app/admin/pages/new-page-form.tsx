import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { FormKey } from '#admin/kit/form-key.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { NewPageFields } from './page-fields.ts';
import { PageTextFields } from './page-text-fields.tsx';

export function NewPageForm({ lastResult }: { lastResult?: SubmissionResult }) {
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
