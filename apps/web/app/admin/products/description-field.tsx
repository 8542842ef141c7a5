import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { useRef } from 'react';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/form/field.tsx';
import { DescriptionPreview } from './description-preview.tsx';
import { MarkdownToolbar } from './markdown-toolbar.tsx';
import type { ProductFormState } from './use-product-form.ts';

/** Markdown, with buttons for its marks and a preview. */
export function DescriptionField({ form }: { form: ProductFormState }) {
  const textarea = useRef<HTMLTextAreaElement>(null);
  const { error, ...field } = form.field('description');
  return (
    <div className="min-w-0">
      <Field label={messages.description} hint={messages.descriptionHint} error={error}>
        {(control) => (
          <>
            <MarkdownToolbar textarea={textarea} onEdit={(description) => form.edit({ description })} />
            <textarea
              {...field}
              {...control}
              ref={textarea}
              rows={4}
              className={classes(control.className, 'min-h-40 py-3')}
            />
          </>
        )}
      </Field>
      <DescriptionPreview description={field.value} />
    </div>
  );
}
