import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { IMPORT_BYTES_MAX } from '@shop/contracts/catalog/import-schema';
import { useState } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/form/field.tsx';

type ImportFormProps = {
  /** Idempotency key: submitting twice starts one import. */
  sendKey: string;
  failed?: string;
};

export function ImportForm({ sendKey, failed }: ImportFormProps) {
  const busy = useIsSubmitting();
  const [tooLarge, setTooLarge] = useState(false);
  return (
    <Panel>
      <Form
        method="post"
        // The file is the only field, so that the server can stream it; the key is in the URL.
        encType="multipart/form-data"
        action={`?${new URLSearchParams({ key: sendKey })}`}
        onSubmit={(event) => tooLarge && event.preventDefault()}
        className="grid gap-4"
      >
        <Field
          label={messages.file}
          hint={messages.fileHint}
          error={tooLarge ? messages.tooLarge : busy ? undefined : failed}
        >
          {(control) => (
            <input
              type="file"
              name="file"
              accept=".csv,text/csv"
              required
              onChange={({ target }) => setTooLarge((target.files?.[0]?.size ?? 0) > IMPORT_BYTES_MAX)}
              {...control}
              className={classes(
                control.className,
                'py-2.5 file:mr-4 file:rounded-control file:border-0 file:bg-pearl file:px-3 file:py-1 file:font-semibold',
              )}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} busyLabel={messages.uploading} className="justify-self-start">
          {messages.upload}
        </Button>
      </Form>
    </Panel>
  );
}

export function ImportGuide() {
  return (
    <Panel title={messages.howTo}>
      <ul className="grid list-disc gap-2 pl-5 text-small">
        {messages.howToLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-4 text-small text-ink-soft">{messages.exportTip}</p>
      <p className="mt-2 text-small text-ink-soft">
        {messages.availableColumns} <span className="text-ink">{Object.values(messages.columns).join(', ')}</span>
      </p>
    </Panel>
  );
}
