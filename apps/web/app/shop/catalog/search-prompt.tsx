import { searchPageMessages } from '@shop/contracts/catalog/list-messages';
import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { Form } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { CategoryLinks, type CategoryLinksProps } from './category-links.tsx';

/** Shown for an empty search query. */
export function SearchPrompt({ categories }: CategoryLinksProps) {
  return (
    <section className="page-width section-rhythm text-center">
      <h1 className="font-display text-h1">{searchPageMessages.prompt}</h1>
      <p className="mt-4 text-ink-soft">{searchPageMessages.promptText}</p>
      <SearchForm />
      <CategoryLinks categories={categories} />
    </section>
  );
}

export function SearchForm({ query, centered = true }: { query?: string; centered?: boolean }) {
  return (
    <Form action="/search" className={classes('mt-8 flex max-w-lg gap-3', centered && 'mx-auto')}>
      <TextField
        type="search"
        name="q"
        label={searchPageMessages.again}
        hideLabel
        required
        defaultValue={query}
        placeholder={searchMessages.placeholder}
        className="flex-1"
      />
      <Button type="submit">{searchMessages.submit}</Button>
    </Form>
  );
}
