import { reviewMessages } from '@shop/contracts/reviews/messages';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { classes } from '#ui/classes.ts';
import { FieldError } from '#ui/form/field.tsx';

const RATINGS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5];
const LIT = 'has-checked:text-star [&:has(~label_:checked)]:text-star';
const LIT_STAR = '[label:has(:checked)>&]:fill-current [label:has(~label_:checked)>&]:fill-current';

type RatingChoiceProps = { name: string; chosen?: string; error?: string };

/** Ten radio buttons, drawn as half stars; CSS alone fills them up to the selected one. */
export function RatingChoice({ name, chosen, error }: RatingChoiceProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error && errorId}>
      <legend className="mb-2 text-small font-semibold">{reviewMessages.rating}</legend>
      <div className="flex">
        {RATINGS.map((rating) => (
          <label
            key={rating}
            className={classes(
              'relative block h-12 w-6 overflow-hidden text-line-strong has-focus-visible:outline-2 has-focus-visible:outline-violet',
              LIT,
            )}
          >
            <input
              type="radio"
              name={name}
              value={rating}
              defaultChecked={chosen === String(rating)}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            <span className="sr-only">{reviewMessages.stars(rating)}</span>
            <Star
              aria-hidden
              className={classes('absolute top-0 size-12 p-1', rating % 1 === 0 ? 'right-0' : 'left-0', LIT_STAR)}
              strokeWidth={1}
            />
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
