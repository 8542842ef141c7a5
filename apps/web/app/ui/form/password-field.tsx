import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Field } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  hint?: string;
  error?: string | null;
  autoComplete: 'current-password' | 'new-password';
};

/** The password can be shown; without JavaScript it stays hidden. */
export function PasswordField({ label, hint, error, className, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, hint, error, className }} required={rest.required}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classes(control.className, 'h-12 pr-14')}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={shown ? uiMessages.hidePassword : uiMessages.showPassword}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
            className="absolute top-0.5 right-1 text-ink-soft noscript:hidden"
          />
        </div>
      )}
    </Field>
  );
}
