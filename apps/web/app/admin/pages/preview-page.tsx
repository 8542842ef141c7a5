import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import { getPage, getPageVersion } from '@shop/contracts/content/admin-operations';
import { data } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import { ArticleView } from '#shop/content/article-view.tsx';
import { previewArticle } from '#shop/content/articles.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/preview-page';

/** The draft; with `?version=` that published version. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const id = params.pageId;
  const number = url.searchParams.get('version');
  const settings = await getStoreSettings();
  const back = `/admin/pages/${params.pageId}`;
  if (number !== null) {
    const version = await api.read(getPageVersion, { params: { id, number } });
    const notice = texts.previewVersion(version.number);
    return { article: previewArticle(version, settings), title: version.title, notice, back };
  }
  const { draft, published } = await api.read(getPage, { params: { id } });
  const text = draft ?? published;
  if (!text) throw data(null, { status: 404 });
  const notice = draft ? texts.previewNotice : texts.previewPublished;
  return { article: previewArticle(text, settings), title: text.title, notice, back };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? texts.previewTitle(loaderData.title) : texts.title);

export default function PreviewPage({ loaderData: { article, notice, back } }: Route.ComponentProps) {
  return (
    <>
      <div className="page-width flex flex-wrap items-center gap-4 pt-6">
        <Notice kind="info">{notice}</Notice>
        <ButtonLink to={back} look="secondary" compact>
          {texts.backToEditor}
        </ButtonLink>
      </div>
      <ArticleView article={article} />
    </>
  );
}
