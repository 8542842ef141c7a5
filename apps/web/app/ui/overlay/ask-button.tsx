import type { ComponentProps } from 'react';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';

type Look = Pick<
  ComponentProps<typeof Button>,
  'look' | 'compact' | 'busy' | 'busyLabel' | 'aria-describedby' | 'children'
>;
export type Question = Look & {
  /** Without JavaScript the button requests `?name=value`, and the page shows the confirmation. */
  asks?: { name: string; value: string };
  /** Id of the page section that contains it. */
  at?: string;
};

/** Leads to a confirmation: a dialog, or without JavaScript another view of the page. */
export function AskButton({ asks, at, onAsk, ...look }: Question & { onAsk: () => void }) {
  return (
    <Form method="get" action={at && `#${at}`}>
      <Button
        type="submit"
        look="danger"
        {...look}
        {...asks}
        onClick={(event) => {
          event.preventDefault();
          onAsk();
        }}
      />
    </Form>
  );
}
