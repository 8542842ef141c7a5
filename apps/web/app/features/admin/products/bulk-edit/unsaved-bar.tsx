import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import type { MouseEvent } from 'react';
import { Button } from '#ui/button.tsx';

type UnsavedBarProps = { summary: string; busy: boolean; onDiscard: () => void };

/** Without JavaScript, Discard resets the form. Must be inside the form. */
export function UnsavedBar({ summary, busy, onDiscard }: UnsavedBarProps) {
  const discard = (event: MouseEvent) => {
    event.preventDefault();
    onDiscard();
  };
  return (
    <section
      aria-label={messages.unsaved}
      className="on-dark sticky bottom-0 z-30 mx-auto mt-6 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-ink px-4 py-1 text-paper shadow-3 tablet:bottom-5"
    >
      <p role="status" className="min-w-0 flex-1 font-semibold text-small">
        {summary}
      </p>
      <button
        type="reset"
        onClick={discard}
        className="min-h-11 px-2 font-semibold text-action underline-offset-4 hover:underline"
      >
        {messages.discard}
      </button>
      <Button type="submit" name="intent" value="save" compact busy={busy} busyLabel={messages.saving}>
        {messages.save}
      </Button>
    </section>
  );
}
