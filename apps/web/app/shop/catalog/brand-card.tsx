import { categoriesMessages } from '@shop/contracts/catalog/list-messages';
import type { Brand } from '@shop/contracts/catalog/schema';
import { ButtonLink } from '#ui/button.tsx';

export function BrandCard({ brand }: { brand: Brand }) {
  return (
    <li className="flex flex-col items-start rounded-card border border-line bg-paper p-6 desktop:p-8">
      <h3 className="text-h3">
        {brand.logo ? (
          // As an image, a logo cannot run scripts. Logos are black: the opacity lightens them to the ink color.
          <img
            src={brand.logo}
            alt={altOf(brand)}
            width={144}
            height={36}
            className="h-9 w-36 object-contain object-left opacity-85"
          />
        ) : (
          brand.name
        )}
      </h3>
      <p className="mt-4 mb-4 text-ink-soft text-small">{brand.description}</p>
      <ButtonLink
        look="quiet"
        compact
        to={`/products?brand=${encodeURIComponent(brand.name)}`}
        className="-mx-2 mt-auto text-left"
      >
        {categoriesMessages.seeBrand(brand.name)}
      </ButtonLink>
    </li>
  );
}

/** The logo is the heading, which has to name the brand. */
function altOf({ name, logoAlt }: Brand) {
  if (!logoAlt) return name;
  return logoAlt.includes(name) ? logoAlt : `${name}: ${logoAlt}`;
}
