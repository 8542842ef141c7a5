import { unsavedMessages as messages } from '@shop/contracts/admin/unsaved-messages';
import type { MouseEvent } from 'react';
import { Button } from '#ui/button.tsx';

type UnsavedBarProps = {
  /** What changed, for example "2 prices · page title". */
  summary: string;
  busy: boolean;
  saveLabel?: string;
  /** The id of the form, unless the bar is inside it. */
  form?: string;
  onDiscard: () => void;
};

/** Without JavaScript, Discard resets the form. */
export function UnsavedBar({ summary, busy, saveLabel = messages.save, form, onDiscard }: UnsavedBarProps) {
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
        form={form}
        onClick={discard}
        className="min-h-11 px-2 font-semibold text-action underline-offset-4 hover:underline"
      >
        {messages.discard}
      </button>
      <Button
        type="submit"
        name="intent"
        value="save"
        form={form}
        compact
        busy={busy}
        busyLabel={messages.saving}
        aria-keyshortcuts="Control+S"
      >
        {saveLabel}
      </Button>
    </section>
  );
}
