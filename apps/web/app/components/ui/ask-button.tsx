import type { ComponentProps } from 'react';
import { Form } from 'react-router';
import { Button } from './button.tsx';

type Look = Pick<ComponentProps<typeof Button>, 'compact' | 'busy' | 'busyLabel' | 'aria-describedby' | 'children'>;
export type Question = Look & {
  /** Where no scripts run, the button asks for `?name=value`, and the page itself puts the question. */
  asks?: { name: string; value: string };
  /** The part of the page that then holds it. */
  at?: string;
};

/** Leads to a question, by a dialog or by another view of the page. */
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
