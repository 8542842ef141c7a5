import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import { useIsSubmitting } from './submitting.ts';

type IntentButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'name' | 'value' | 'busy'> & {
  intent: string;
  /** Other values of its form, where the page has several forms with this intent. */
  values?: Record<string, string>;
};

/** Submits its form with an intent, and is busy until the response. */
export function IntentButton({ intent, values, ...button }: IntentButtonProps) {
  const busy = useIsSubmitting({ intent, ...values });
  return <Button {...button} type="submit" name="intent" value={intent} busy={busy} />;
}
