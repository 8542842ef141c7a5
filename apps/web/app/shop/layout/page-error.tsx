import { pageTitle } from '@shop/contracts/common/constants';
import { pageErrorMessages } from '@shop/contracts/layout/messages';
import { isRouteErrorResponse, useLocation } from 'react-router';
import { useStoreProfile } from '#lib/store-profile.ts';
import { ButtonLink } from '#ui/button.tsx';

/** Replaces a page that failed. Trying again is a plain link: it works without scripts. */
export function PageError({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const { title, text } = textsFor(error);
  const { storeName } = useStoreProfile();

  return (
    <section className="page-width section-rhythm text-center" role="alert">
      <title>{pageTitle(title, storeName)}</title>
      <h1 className="font-display text-h1">{title}</h1>
      <p className="mx-auto mt-4 max-w-[420px] text-ink-soft">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        <ButtonLink to={pathname + search} reloadDocument>
          {pageErrorMessages.tryAgain}
        </ButtonLink>
        <ButtonLink to="/" reloadDocument look="secondary">
          {pageErrorMessages.backHome}
        </ButtonLink>
      </div>
    </section>
  );
}

function textsFor(error: unknown) {
  // Only a browser knows; the server has no such property.
  if (globalThis.navigator?.onLine === false)
    return { title: pageErrorMessages.offlineTitle, text: pageErrorMessages.offline };
  if (!isRouteErrorResponse(error))
    return { title: pageErrorMessages.unexpectedTitle, text: pageErrorMessages.unexpected };
  if (error.status === 404) return { title: pageErrorMessages.notFoundTitle, text: pageErrorMessages.notFound };
  return { title: pageErrorMessages.unavailableTitle, text: pageErrorMessages.unavailable };
}
