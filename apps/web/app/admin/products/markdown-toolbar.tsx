import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { Bold, Italic, Link2, List, type LucideIcon } from 'lucide-react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '#ui/icon-button.tsx';
import { applyMark, MARKS, type Mark } from './markdown.ts';

const ICONS: Record<Mark, LucideIcon> = { bold: Bold, italic: Italic, list: List, link: Link2 };

type MarkdownToolbarProps = { textarea: RefObject<HTMLTextAreaElement | null>; onEdit: (text: string) => void };

/** Marks the selected text. */
export function MarkdownToolbar({ textarea, onEdit }: MarkdownToolbarProps) {
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
    <div role="group" aria-label={messages.formatting} className="mb-1 flex flex-wrap gap-1">
      {MARKS.map((mark) => (
        <IconButton key={mark} icon={ICONS[mark]} label={messages.marks[mark]} onClick={() => apply(mark)} />
      ))}
    </div>
  );
}
