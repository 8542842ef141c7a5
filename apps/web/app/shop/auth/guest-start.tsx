import { guestCheckoutMessages as texts } from '@shop/contracts/identity/guest-messages';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';

/** Without JavaScript: starts the guest's checkout from the cart, which saves a page load. */
export const GuestStart = () => (
  <Form
    method="post"
    action="/login?redirect=checkout"
    aria-labelledby="guest-start"
    className="hidden gap-4 border-line border-t pt-5 noscript:grid"
  >
    <h3 id="guest-start" className="font-semibold">
      {texts.guest}
    </h3>
    <input type="hidden" name="door" value="guest" />
    <TextField name="email" label={texts.email} type="email" autoComplete="email" required />
    <Button type="submit" look="secondary">
      {texts.submit}
    </Button>
  </Form>
);
