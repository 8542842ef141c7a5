import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart } from '@shop/contracts/cart/schema';
import { dollars } from '@shop/contracts/common/money';
import { loginMessages } from '@shop/contracts/identity/auth-messages';
import { guestCheckoutMessages as texts } from '@shop/contracts/identity/guest-messages';
import { Credentials } from '@shop/contracts/identity/schema';
import { Heart, type LucideIcon, Mail, MapPin, Truck, Undo2, UserRound } from 'lucide-react';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { withRedirect } from '#lib/redirect-target.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { GuestForm } from './auth-forms.ts';

const DOOR = 'flex flex-col gap-4 rounded-card border p-5 desktop:p-8';
const PICTURES_SHOWN = 3;

type Result = { result?: SubmissionResult };
type CheckoutSignInProps = Result & {
  /** Null if it could not be loaded. */
  cart: Cart | null;
  /** Of a guest who has begun before. */
  email?: string;
  redirect: string | null;
  /** The form that `result` belongs to. */
  door?: 'guest' | 'login';
};

/** The login page before checkout: as a guest, with an account, or with a new one. All of them continue to checkout. */
export function CheckoutSignIn({ cart, email, redirect, door = 'login', result }: CheckoutSignInProps) {
  return (
    <div className="page-width pt-7 pb-16">
      <h1 className="font-display text-h1 tablet:max-w-none">{texts.heading}</h1>
      {cart && cart.items.length > 0 && <CartLine cart={cart} />}
      <div className="mt-6 grid gap-4 tablet:grid-cols-2 desktop:grid-cols-[1.15fr_1fr_1fr] desktop:gap-6">
        <GuestCard email={email} result={door === 'guest' ? result : undefined} />
        <LoginCard result={door === 'login' ? result : undefined} />
        <RegisterCard redirect={redirect} />
      </div>
      <p className="mt-5 text-ink-muted text-small">{texts.cartStays}</p>
    </div>
  );
}

function CartLine({ cart }: { cart: Cart }) {
  return (
    <div className="mt-6 flex items-center gap-3 border-line border-y py-3.5 tablet:gap-3.5">
      <div className="flex gap-1 tablet:gap-1.5">
        {cart.items.slice(0, PICTURES_SHOWN).map(({ id, image }) => (
          <ResponsiveImage
            key={id}
            src={image}
            alt=""
            width={44}
            height={55}
            sizes="44px"
            largest={160}
            className="h-[45px] w-9 rounded-image bg-pearl object-cover tablet:h-[55px] tablet:w-11"
          />
        ))}
      </div>
      <p className="font-semibold text-small">{cartMessages.items(cart.itemCount)}</p>
      <p className="ml-auto whitespace-nowrap text-right text-small">
        <span className="block font-semibold tabular-nums">{dollars(cart.subtotal)}</span>
        <span className="text-ink-soft">{texts.subtotal}</span>
      </p>
    </div>
  );
}

function GuestCard({ email, result }: Result & { email?: string }) {
  const [form, fields] = useContractForm(GuestForm, {
    id: 'guest',
    lastResult: result,
    defaultValue: { email },
  });
  const busy = useIsSubmitting({ door: 'guest' });
  return (
    <Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      aria-labelledby="guest-heading"
      className={`${DOOR} border-pearl bg-pearl`}
    >
      <CardHeading id="guest-heading" heading={texts.guest} text={texts.guestText} />
      <input type="hidden" name={fields.door.name} value="guest" />
      <TextField {...fieldOf(fields.email)} label={texts.email} type="email" inputMode="email" autoComplete="email" />
      <Gains
        of={[
          { icon: Mail, text: texts.orderLink },
          { icon: Undo2, text: texts.returns },
          { icon: UserRound, text: texts.password },
        ]}
      />
      {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
      <Button type="submit" busy={busy} busyLabel={texts.submitting} className="mt-auto w-full">
        {texts.submit}
      </Button>
    </Form>
  );
}

function LoginCard({ result }: Result) {
  const [form, { email, password }] = useContractForm(Credentials, { id: 'login', lastResult: result });
  const isGuest = useIsSubmitting({ door: 'guest' });
  const busy = useIsSubmitting() && !isGuest;
  return (
    <Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      aria-labelledby="login-heading"
      className={`${DOOR} border-line bg-paper`}
    >
      <CardHeading id="login-heading" heading={loginMessages.title} text={loginMessages.invitation} />
      <TextField {...fieldOf(email)} label={loginMessages.email} type="email" autoComplete="username" />
      <div>
        <PasswordField {...fieldOf(password)} label={loginMessages.password} autoComplete="current-password" />
        <TextLink to="/forgot-password">{texts.forgot}</TextLink>
      </div>
      {form.errors && <Notice kind="error">{form.errors[0]}</Notice>}
      <Button
        type="submit"
        look="secondary"
        busy={busy}
        busyLabel={loginMessages.submitting}
        className="mt-auto w-full"
      >
        {loginMessages.submit}
      </Button>
    </Form>
  );
}

function RegisterCard({ redirect }: { redirect: string | null }) {
  return (
    <section
      aria-labelledby="register-heading"
      className={`${DOOR} border-line bg-paper tablet:col-span-2 desktop:col-span-1`}
    >
      <CardHeading id="register-heading" heading={texts.register} text={texts.registerText} />
      <Gains
        of={[
          { icon: Truck, text: texts.orders },
          { icon: MapPin, text: texts.addresses },
          { icon: Heart, text: texts.wishlist },
        ]}
      />
      <ButtonLink
        to={withRedirect('/register', redirect)}
        look="secondary"
        className="mt-auto w-full border-line-strong"
      >
        {texts.toRegister}
      </ButtonLink>
    </section>
  );
}

function CardHeading({ id, heading, text }: { id: string; heading: string; text: string }) {
  return (
    <div>
      <h2 id={id} className="font-display text-h2">
        {heading}
      </h2>
      <p className="mt-1.5 text-ink-soft text-small">{text}</p>
    </div>
  );
}

function Gains({ of }: { of: { icon: LucideIcon; text: string }[] }) {
  return (
    <ul className="grid gap-2 text-ink-soft text-small">
      {of.map(({ icon: Icon, text }) => (
        <li key={text} className="flex gap-2.5">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-mauve-deep" strokeWidth={1.5} />
          {text}
        </li>
      ))}
    </ul>
  );
}
