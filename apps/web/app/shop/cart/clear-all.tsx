import { uiMessages } from '@shop/contracts/common/ui-messages';
import { useFetcher } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useToasts } from '#ui/toast.tsx';
import type { CartActionResult, WishlistActionResult } from './cart-forms.ts';

type ClearAllProps = {
  of: '/cart' | '/wishlist';
  texts: { clear: string; confirmClear: string; confirmClearYes: string };
};

/** Asks for confirmation in a dialog; without JavaScript the page shows `ConfirmClearing`. */
export function ClearAll({ of, texts }: ClearAllProps) {
  const { Form } = useClearing();
  return (
    <ConfirmDialog
      question={texts.confirmClear}
      trigger={texts.clear}
      compact
      asks={{ name: 'confirm', value: 'clear' }}
    >
      <Form method="post" action={of}>
        <Button type="submit" name="intent" value="clear" look="danger">
          {texts.confirmClearYes}
        </Button>
      </Form>
    </ConfirmDialog>
  );
}

/** The confirmation of the dialog as part of the page. */
export function ConfirmClearing({ of, texts }: ClearAllProps) {
  const { Form } = useClearing();
  return (
    <section aria-labelledby="confirm" className="mt-6 rounded-card border border-cancelled p-5 tablet:p-6">
      <h2 id="confirm" className="text-h3">
        {texts.confirmClear}
      </h2>
      <div className="mt-5 flex flex-wrap gap-3">
        <ButtonLink to={of} look="secondary">
          {uiMessages.cancel}
        </ButtonLink>
        <Form method="post" action={of}>
          <Button type="submit" name="intent" value="clear" look="danger">
            {texts.confirmClearYes}
          </Button>
        </Form>
      </div>
    </section>
  );
}

function useClearing() {
  const fetcher = useFetcher<CartActionResult | WishlistActionResult>();
  useToasts(fetcher.data);
  return fetcher;
}
