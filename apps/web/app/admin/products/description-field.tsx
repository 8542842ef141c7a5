import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import { Bold, Italic, Link2, List, type LucideIcon } from 'lucide-react';
import { lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { applyMark, MARKS, type Mark } from './markdown.ts';
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

const ICONS: Record<Mark, LucideIcon> = { bold: Bold, italic: Italic, list: List, link: Link2 };

type MarkdownToolbarProps = { textarea: RefObject<HTMLTextAreaElement | null>; onEdit: (text: string) => void };

/** Marks the selected text. */
function MarkdownToolbar({ textarea, onEdit }: MarkdownToolbarProps) {
  function apply(mark: Mark) {
    const field = textarea.current;
    if (!field) return;
    const selection = { start: field.selectionStart, end: field.selectionEnd };
    const { text, start, end } = applyMark(field.value, selection, mark);
    flushSync(() => onEdit(text));
    field.focus();
    field.setSelectionRange(start, end);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be one more group of the form.
    <div role="group" aria-label={productFormMessages.formatting} className="mb-1 flex flex-wrap gap-1">
      {MARKS.map((mark) => (
        <IconButton key={mark} icon={ICONS[mark]} label={productFormMessages.marks[mark]} onClick={() => apply(mark)} />
      ))}
    </div>
  );
}

/** Loaded when it is opened: only the preview parses Markdown in the browser. */
const Description = lazy(() => import('./rendered-description.tsx'));

function DescriptionPreview({ description }: { description: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small font-medium text-violet underline underline-offset-4">
        {messages.descriptionPreview}
      </summary>
      {isOpen && (
        <div className="mt-2 rounded-control border border-line bg-pearl p-4 wrap-anywhere">
          <Suspense fallback={description}>
            <Description description={description} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
