import type { ReactNode } from 'react'
import { examples as authExamples } from '#features/account/islands/auth/examples.tsx'
import { examples as cartExamples } from '#features/cart/islands/cart/examples.tsx'
import { examples as buttonExamples } from '#features/catalog/islands/product-buttons/examples.tsx'
import { examples as imageExamples } from '#features/catalog/islands/product-image/examples.tsx'
import { examples as addressExamples } from '#features/checkout/islands/address-form/examples.tsx'
import { examples as applyExamples } from '#features/checkout/islands/checkout-apply/examples.tsx'
import { examples as linesExamples } from '#features/checkout/islands/checkout-lines/examples.tsx'
import { examples as paymentExamples } from '#features/checkout/islands/checkout-payment/examples.tsx'
import { examples as shippingExamples } from '#features/checkout/islands/checkout-shipping-plan/examples.tsx'
import { examples as editorExamples } from '#features/content/islands/article-editor/examples.tsx'
import { examples as commentExamples } from '#features/content/islands/comment/examples.tsx'
import { examples as inquiryPicturesExamples } from '#features/inquiries/islands/inquiry-pictures/examples.tsx'
import { examples as refundExamples } from '#features/returns/islands/order-refund/examples.tsx'
import { examples as passwordExamples } from '#storefront/islands/input-password/examples.tsx'
import { examples as qrExamples } from '#features/qr/islands/qr-sign-in/examples.tsx'
import { examples as verifyExamples } from '#features/verify/islands/verify/examples.tsx'
import { drawPuzzle } from '#features/verify/rules/picture.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { accountIslands } from './parts-account.tsx'
import { orderIslands } from './parts-orders.tsx'
import { slug, type GalleryProps, type ShownPart } from './shown.ts'

/**
 * The parts of features that wake, in their examples' states. All but the cart's drawer: it opens over the whole window
 * when it wakes.
 */
export function islandParts(props: GalleryProps): ShownPart[] {
  return [
    productImage(props),
    productButtons(props),
    cart(props),
    inquiryPictures(props),
    comments(props),
    orderRefund(props),
    articleEditor(props),
    ...checkout(props),
    auth(props),
    inputPassword(props),
    verify(props),
    qrSignIn(props),
    ...accountIslands(props),
    ...orderIslands(props),
  ]
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

function inquiryPictures({ ctx, pictures }: GalleryProps): ShownPart {
  const states = Object.entries(inquiryPicturesExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: (
      <Island
        name="inquiry-pictures"
        k={`inquiry-pictures-${slug(name)}`}
        props={{
          ...example,
          id: `inquiry-pictures-${slug(name)}`,
          // The examples name pictures that no shop has: in their places stand those of this one.
          kept: example.kept.flatMap(({ id }, index) => {
            const picture = pictures[index % Math.max(1, pictures.length)]
            return picture === undefined ? [] : [{ id, url: `/media/${picture.key}/320.webp` }]
          }),
        }}
      />
    ),
  }))
  return { name: 'inquiry-pictures', states }
}

function comments({ ctx }: GalleryProps): ShownPart {
  const states = Object.entries(commentExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: <Island name="comment" k={`comment-${slug(name)}`} on="visible" props={example} />,
  }))
  return { name: 'comment', states }
}

function orderRefund({ ctx, pictures }: GalleryProps): ShownPart {
  const states = Object.entries(refundExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    wide: true,
    view: (
      <Island
        name="order-refund"
        k={`refund-${slug(name)}`}
        props={{
          ...example,
          id: `refund-${slug(name)}`,
          options: {
            ...example.options,
            lines: example.options.lines.map((line, index) => ({
              ...line,
              picture: pictures[index % Math.max(1, pictures.length)] ?? null,
            })),
          },
        }}
      />
    ),
  }))
  return { name: 'order-refund', states }
}

function articleEditor({ ctx, pictures }: GalleryProps): ShownPart {
  // The examples name pictures that no shop has: in their places stand those of this one.
  const keyOf = (index: number): string => pictures[index % Math.max(1, pictures.length)]?.key ?? ''
  const states = Object.entries(editorExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    wide: true,
    view: (
      <Island
        name="article-editor"
        k={`editor-${slug(name)}`}
        on="interact"
        props={{
          ...example,
          id: `editor-${slug(name)}`,
          pictures: example.pictures.map((_, index) => keyOf(index)),
          thumbnail: example.thumbnail === '' ? '' : keyOf(0),
        }}
      >
        <div className="prose" />
      </Island>
    ),
  }))
  return { name: 'article-editor', states }
}

/** The parts of a checkout; each example stands for itself. */
function checkout({ ctx }: GalleryProps): ShownPart[] {
  const { texts, lang } = ctx
  const states = <P,>(
    examples: Record<string, P>,
    show: (props: P, k: string) => ReactNode,
  ): ShownPart['states'] =>
    Object.entries(examples).map(([name, props]) => ({ name, wide: true, view: show(props, slug(name)) }))
  return [
    {
      name: 'address-form',
      states: states(addressExamples(texts, lang), (props, k) => (
        <Island name="address-form" k={`address-${k}`} props={props} />
      )),
    },
    {
      name: 'checkout-lines',
      states: states(linesExamples(texts, lang), (props, k) => (
        <Island name="checkout-lines" k={`lines-${k}`} props={props} />
      )),
    },
    {
      name: 'checkout-apply',
      states: states(applyExamples(texts, lang), (props, k) => (
        <Island name="checkout-apply" k={`apply-${k}`} props={props} />
      )),
    },
    {
      name: 'checkout-shipping-plan',
      states: states(shippingExamples(texts, lang), (props, k) => (
        <Island name="checkout-shipping-plan" k={`shipping-${k}`} props={props} />
      )),
    },
    {
      name: 'checkout-payment',
      states: states(paymentExamples(texts, lang), (props, k) => (
        <Island name="checkout-payment" k={`payment-${k}`} props={props} />
      )),
    },
  ]
}

function auth({ ctx }: GalleryProps): ShownPart {
  const states = Object.entries(authExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: <Island name="auth" k={`auth-${slug(name)}`} props={example} />,
  }))
  return { name: 'auth', states }
}

function inputPassword({ ctx }: GalleryProps): ShownPart {
  const states = Object.entries(passwordExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: <Island name="input-password" k={`password-${name}`} props={example} />,
  }))
  return { name: 'input-password', states }
}

/** `idle` begins a verification that the server judges; `by a form` has a question that needs no scripts. */
function verify({ ctx, question }: GalleryProps): ShownPart {
  const all = Object.entries(verifyExamples(ctx.texts, ctx.lang))
  const { puzzle } = drawPuzzle((min, max) => Math.floor((min + max) / 2))
  const states = all.map(([name, { first, ...example }]) => ({
    name,
    view: (
      <Island
        name="verify"
        k={`verify-${slug(name)}`}
        props={{
          ...example,
          id: `verify-${slug(name)}`,
          first: first.at === 'puzzle' && first.puzzle.way === 'slide' ? { ...first, puzzle } : first,
        }}
      />
    ),
  }))
  if (question === null) return { name: 'verify', states }
  const { texts } = all[0]![1]
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const form = (
    <form action={links.form('verify/check')} method="post">
      <input type="hidden" name="next" value={`${ctx.langPath}/dev/gallery?part=verify`} />
      <Island
        name="verify"
        k="verify-form"
        props={{
          id: 'verify-form',
          first: { at: 'puzzle', fault: null, isChecked: false, ...question },
          texts,
          lang: ctx.lang,
        }}
      />
      <Button type="submit">{ctx.t('verify.check')}</Button>
    </form>
  )
  return { name: 'verify', states: [...states, { name: 'by a form', view: form }] }
}

function qrSignIn({ ctx }: GalleryProps): ShownPart {
  const states = Object.entries(qrExamples(ctx.texts, ctx.lang)).map(([name, example]) => ({
    name,
    view: <Island name="qr-sign-in" k={`qr-${slug(name)}`} props={example} />,
  }))
  return { name: 'qr-sign-in', states }
}
