import { examples as cartExamples } from '#features/cart/islands/cart/examples.tsx'
import { examples as buttonExamples } from '#features/catalog/islands/product-buttons/examples.tsx'
import { examples as imageExamples } from '#features/catalog/islands/product-image/examples.tsx'
import { Island } from '#platform/server/render.tsx'
import type { GalleryProps, ShownPart } from './shown.ts'

/** The parts of features that wake, in their examples' states. */
export function islandParts(props: GalleryProps): ShownPart[] {
  return [productImage(props), productButtons(props), cart(props)]
}

function productImage({ ctx, pictures }: GalleryProps): ShownPart {
  let shown = 0
  const states = Object.entries(imageExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: (
      <Island
        name="product-image"
        k={`image-${slug(name)}`}
        props={{
          ...example,
          sizes: '(min-width: 48em) 30rem, 92vw',
          // The examples name pictures that no shop has: in their places stand those of this one.
          pictures: example.pictures.flatMap(() => {
            const picture = pictures[shown % Math.max(1, pictures.length)]
            return picture === undefined ? [] : [{ ...picture, number: shown++ }]
          }),
        }}
      />
    ),
  }))
  return { name: 'product-image', states }
}

function productButtons({ ctx }: GalleryProps): ShownPart {
  const states = Object.entries(buttonExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: (
      <div className="product-page-info">
        <Island name="product-buttons" k={`buttons-${slug(name)}`} props={example} />
      </div>
    ),
  }))
  return { name: 'product-buttons', states }
}

function cart({ ctx }: GalleryProps): ShownPart {
  const states = Object.entries(cartExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    wide: true,
    view: <Island name="cart" k={`cart-${slug(name)}`} props={example} />,
  }))
  return { name: 'cart', states }
}

function slug(name: string): string {
  return name.replaceAll(/\W+/g, '-')
}
