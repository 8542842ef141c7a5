import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { slugOf } from '@shop/contracts/catalog/admin-schema';
import { SEO_DESCRIPTION_MAX, SEO_TITLE_MAX } from '@shop/contracts/catalog/constants';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useStoreProfile } from '#lib/store-profile.ts';
import { summaryOf } from '#shop/product/product-json-ld.ts';
import { TextAreaField, TextField } from '#ui/form/field.tsx';
import type { ProductFormState } from './use-product-form.ts';

/** Title, description and slug, above them how a search engine shows them. */
export function SearchListing({ form }: { form: ProductFormState }) {
  const { name, slug, description, seoTitle, seoDescription } = form.typed;
  const { storeName } = useStoreProfile();
  const title = seoTitle.trim() || name.trim() || adminProductMessages.name;
  return (
    <Panel title={messages.searchListing} className="grid grid-cols-1 gap-5">
      <div className="min-w-0 rounded-control bg-pearl p-4">
        <p className="mb-2 text-ink-soft text-small">{messages.searchListingHint}</p>
        <p className="text-[13px] text-ink-soft">{`${storeName} › product › ${slug.trim() || slugOf(name.trim())}`}</p>
        <p className="font-semibold text-violet-deep">{`${title} | ${storeName}`}</p>
        <p className="text-ink-soft text-small">{seoDescription.trim() || summaryOf({ description })}</p>
      </div>
      <div className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        <TextField
          {...form.field('seoTitle')}
          label={adminProductMessages.seoTitle}
          hint={messages.seoTitleHint(seoTitle.trim().length, SEO_TITLE_MAX)}
        />
        <TextField
          {...form.field('slug')}
          label={adminProductMessages.slug}
          hint={adminProductMessages.slugHint}
          autoComplete="off"
        />
      </div>
      <TextAreaField
        {...form.field('seoDescription')}
        label={adminProductMessages.seoDescription}
        hint={messages.seoDescriptionHint(seoDescription.trim().length, SEO_DESCRIPTION_MAX)}
        rows={2}
      />
    </Panel>
  );
}
