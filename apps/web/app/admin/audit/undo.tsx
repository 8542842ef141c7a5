import type { AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages as texts } from '@shop/contracts/audit/undo-messages';
import { Undo2 } from 'lucide-react';
import { Form } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { sentenceOf } from './entry-text.ts';

/** Asks for a confirmation first. */
export function UndoButton({ entry }: { entry: AuditEntry }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={entry.id} />
      <FormKey />
      <button
        type="submit"
        name="intent"
        value="undo"
        aria-label={texts.undoOf(sentenceOf(entry))}
        className="inline-flex h-11 items-center gap-1.5 rounded-control border border-line-strong bg-paper px-3 font-semibold text-small transition-opacity hover:bg-pearl hoverable:h-8 hoverable:opacity-0 hoverable:group-focus-within:opacity-100 hoverable:group-hover:opacity-100"
      >
        <Undo2 aria-hidden className="size-4" strokeWidth={1.5} />
        {texts.undo}
      </button>
    </Form>
  );
}
