import { useViewTransitionState } from 'react-router';

/**
 * The class of a product's image during a view transition to or from its page: the image of the card becomes that of
 * the gallery. A name must be unique in a page; one page has at most one card of a product, or its gallery.
 */
export const useImageTransition = (slug: string) =>
  useViewTransitionState(`/product/${slug}`) && '[view-transition-name:product-image]';
