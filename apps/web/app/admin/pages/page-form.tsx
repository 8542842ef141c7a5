import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminMessages } from '@shop/contracts/admin/messages';
import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { EditedPage } from '@shop/contracts/content/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { submittedVersion } from '#lib/forms/submitted-version.ts';
import { FieldError } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageDraftFields } from './page-fields.ts';
import { PageTextFields } from './page-text-fields.tsx';

type PageFormProps = { page: EditedPage; lastResult?: SubmissionResult };

/** The draft, or the text that shoppers see until there is one. */
export function PageForm({ page, lastResult }: PageFormProps) {
  const readOnly = !useCan()('content.write');
  const text = page.draft ?? page.published;
  const [form, fields] = useContractForm(PageDraftFields, {
    id: 'page',
    lastResult,
    defaultValue: { title: text?.title, description: text?.description, body: text?.body },
  });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid min-w-0 gap-6">
      {readOnly && <Notice kind="info">{texts.readOnly}</Notice>}
      <input type="hidden" name="version" value={submittedVersion(lastResult, page.version)} />
      <Panel className="grid grid-cols-1 gap-5">
        <PageTextFields
          title={fieldOf(fields.title)}
          description={fieldOf(fields.description)}
          body={fieldOf(fields.body)}
          readOnly={readOnly}
        />
      </Panel>
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      {!readOnly && (
        // Enter in a field submits with the first button: it saves, and publishes nothing.
        <div className="flex flex-wrap gap-3">
          <IntentButton intent="save" look="secondary" busyLabel={adminMessages.saving}>
            {texts.save}
          </IntentButton>
          <IntentButton intent="preview" look="quiet" busyLabel={adminMessages.saving}>
            {texts.preview}
          </IntentButton>
          <IntentButton intent="publish" busyLabel={texts.publishing}>
            {texts.publish}
          </IntentButton>
        </div>
      )}
    </Form>
  );
}
