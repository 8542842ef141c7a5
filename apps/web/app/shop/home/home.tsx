import { getHomePage } from '@shop/contracts/content/operations';
import { homeMessages } from '@shop/contracts/home/messages';
import { apiFor } from '#lib/api.server.ts';
import { storeNameOf } from '#lib/page-title.ts';
import { pageMeta, storeJsonLd } from '#lib/seo.ts';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import type { Route } from './+types/home';
import { HomeBlocks } from './home-blocks.tsx';
import { HomeContent } from './home-content.server.ts';
import { OpeningSoon } from './opening-soon.tsx';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: homeMessages.title,
    description: homeMessages.description(storeNameOf(matches)),
    path: '/',
    image: loaderData.home.slides[0]?.image,
    jsonLd: storeJsonLd,
  });

export async function loader({ request }: Route.LoaderArgs) {
  const [home, settings] = await Promise.all([apiFor(request).read(getHomePage, {}, HomeContent), findStoreSettings()]);
  return { home: { ...home, returnDays: settings?.returnDays ?? 0 } };
}

export default function Home({ loaderData: { home } }: Route.ComponentProps) {
  const { storeName } = useStoreIdentity();
  return (
    <>
      <h1 className="sr-only">{homeMessages.heading(storeName)}</h1>
      {!home.hasProducts && <OpeningSoon />}
      <HomeBlocks home={home} />
    </>
  );
}
