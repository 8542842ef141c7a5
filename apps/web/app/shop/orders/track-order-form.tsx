import { trackOrderMessages } from '@shop/contracts/orders/messages';
import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';

type TrackFields = { number: string; email: string };
export type TrackOrderError = { values: TrackFields; errors: Partial<TrackFields>; failed?: string };

export function TrackOrderForm({ error }: { error?: TrackOrderError }) {
  const { state, formMethod } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  const field = (name: keyof TrackFields) => ({
    name,
    label: trackOrderMessages[name],
    defaultValue: error?.values[name],
    error: error?.errors[name],
  });

  return (
    <Form ref={form} method="post" noValidate preventScrollReset className="grid gap-5">
      <TextField
        {...field('number')}
        hint={trackOrderMessages.numberHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField {...field('email')} type="email" autoComplete="email" required />
      {error?.failed && <FieldError>{error.failed}</FieldError>}
      <Button
        type="submit"
        busy={state !== 'idle' && formMethod === 'POST'}
        busyLabel={trackOrderMessages.tracking}
        className="justify-self-start"
      >
        {trackOrderMessages.track}
      </Button>
    </Form>
  );
}
