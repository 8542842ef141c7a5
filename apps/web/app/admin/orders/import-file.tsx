import { adminOrderMessages as messages } from '@shop/contracts/orders/admin-messages';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/form/field.tsx';

/** Uploads a table of orders and statuses for a dry run. Changes no order. */
export function ImportFile({ failed }: { failed?: string }) {
  const busy = useIsSubmitting();
  return (
    <Panel title={messages.importFile}>
      <p className="mb-4 text-ink-soft">{messages.importIntro}</p>
      <Form method="post" encType="multipart/form-data" className="grid justify-items-start gap-4">
        <Field label={messages.importField} hint={messages.importHint} error={failed} className="w-full">
          {(control) => (
            <input
              {...control}
              type="file"
              name="file"
              accept=".csv,text/csv"
              className={`${control.className} py-2.5 text-small`}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} busyLabel={messages.importReading}>
          {messages.importRead}
        </Button>
      </Form>
    </Panel>
  );
}
