import { comingMessages, pageTitle } from '@shop/contracts/site';
import { redirect } from 'react-router';
import { config } from '#lib/config.server.ts';

export function loader() {
  if (!config.showComing) throw redirect('/');
  return null;
}

/** A form that is already sent here is answered with the same words. */
export const action = () => loader();

export const meta = () => [{ title: pageTitle(comingMessages.title) }, { name: 'robots', content: 'noindex' }];

export default function ComingPage() {
  return (
    <section className="page-width section-rhythm text-center">
      <p className="eyebrow">{comingMessages.title}</p>
      <h1 className="font-display text-h1 mt-3">{comingMessages.heading}</h1>
      <p className="mt-4 text-ink-soft">{comingMessages.text}</p>
    </section>
  );
}
