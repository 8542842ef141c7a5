import { listMessages } from '@shop/contracts/admin/list-messages';
import { Ellipsis, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Form } from 'react-router';
import { classes } from '#ui/classes.ts';

export type SelectionActions = {
  /** Accessible name of the bar, and its text without JavaScript. */
  heading: string;
  method: 'get' | 'post';
  action?: string;
  /** Hidden fields and the main action. */
  primary: ReactNode;
  /** On phones they are behind one button. */
  secondary?: ReactNode;
};

type SelectionBarProps = SelectionActions & { id: string; count: number };

const BAR =
  'on-dark sticky bottom-5 z-20 mx-auto mt-5 hidden w-fit max-w-full items-center gap-1 rounded-card bg-ink py-1.5 pr-1.5 pl-4 text-paper text-small shadow-3 group-has-[tbody_:checked]/list:flex max-tablet:fixed max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:mt-0 max-tablet:w-auto max-tablet:flex-wrap max-tablet:rounded-b-none max-tablet:pb-[calc(0.5rem+env(safe-area-inset-bottom))]';

/** Actions on the selected rows. Shown by CSS while a row is selected, also without JavaScript. */
export function SelectionBar({ id, heading, method, action, count, primary, secondary }: SelectionBarProps) {
  return (
    <Form id={id} method={method} action={action} aria-label={heading} className={BAR}>
      {/* Enter on a checkbox would submit the first button of the form. A disabled one prevents it. */}
      <button type="submit" disabled hidden />
      <b className="mr-auto whitespace-nowrap font-semibold tabular-nums" aria-live="polite">
        {count > 0 ? listMessages.selected(count) : heading}
      </b>
      {secondary && (
        <>
          <span aria-hidden className="mx-2 h-5 w-px bg-line-strong max-tablet:hidden" />
          <div className="flex items-center gap-1 max-tablet:hidden">{secondary}</div>
        </>
      )}
      <div className="flex items-center gap-1 max-tablet:order-last max-tablet:w-full max-tablet:*:flex-1">
        {primary}
      </div>
      {secondary && (
        <details className="relative tablet:hidden">
          <summary aria-label={listMessages.moreActions} className={classes(BAR_BUTTON, 'list-none')}>
            <Ellipsis aria-hidden className="size-4" />
          </summary>
          <div className="absolute right-0 bottom-full mb-3 grid min-w-52 justify-items-start rounded-card bg-ink p-2 shadow-3">
            {secondary}
          </div>
        </details>
      )}
      <button
        type="reset"
        aria-label={listMessages.clearSelection}
        title={listMessages.clearSelection}
        className={BAR_BUTTON}
      >
        <X aria-hidden className="size-4" />
      </button>
    </Form>
  );
}

const BAR_BUTTON =
  'inline-flex min-h-10 items-center gap-2 whitespace-nowrap rounded-control px-3 font-medium hover:bg-ink-soft max-tablet:min-h-11';

/** Submits the selection; with `formAction` and `formMethod` to another page. */
export const BarButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="submit" {...rest} className={classes(BAR_BUTTON, className)} />
);
