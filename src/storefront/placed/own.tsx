import type { ReactNode } from 'react'
import { z } from 'zod'
import { listCart } from '#features/cart/actions/lines.ts'
import { cartPageTexts } from '#features/cart/islands/texts.ts'
import { cartPageForms } from '#features/cart/parts/cart-forms.ts'
import { viewCheckout } from '#features/checkout/actions/own.ts'
import type { CheckoutStep, CheckoutView } from '#features/checkout/contract.ts'
import {
  addressFormTexts,
  paymentTexts,
  shippingTexts,
  summaryTexts,
} from '#features/checkout/islands/texts.ts'
import { bookOffer } from '#features/checkout/pages/book-offer.ts'
import { newestCheckout } from '#features/checkout/queries/checkouts.ts'
import { presentBook } from '#features/addresses/rules.ts'
import { findAddresses } from '#features/addresses/queries/book.ts'
import { AddressBook, blankFor } from '#features/customer/parts/address-book.tsx'
import { showOrder } from '#features/orders/actions/show.ts'
import { shapeOf } from '#features/postal/actions/regions.ts'
import { returnOptions } from '#features/returns/actions/options.ts'
import { beginApplication } from '#features/returns/parts/application.ts'
import { ReturnForm } from '#features/returns/parts/return-form.tsx'
import { countriesFor } from '#features/sales/rules/countries.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { dialChoices } from '#ui/forms/dial-codes.ts'
import { linksFor } from '#wire/links.ts'
import { withCountry } from '../checkout-country.ts'
import { definePart, type PlacedPart } from './part.ts'
import { PaymentDue } from './payment-due.tsx'
import { code } from './props.ts'

/*
 * What belongs to one visitor. Whatever the props name, the same actions answer as on the shop's own pages: by the
 * visitor's session, with nothing for who may not see it.
 */

interface OfCheckout {
  checkout: string | null
}

/** The slug of a checkout; without one, the newest that this visitor has begun. */
const ofCheckout = z.strictObject({ checkout: code.nullable().default(null) })
const ofOrder = z.strictObject({ order: code })

async function findOwn(ctx: Ctx, { checkout }: OfCheckout): Promise<CheckoutView | null> {
  const { owner } = await ctx.who()
  if (owner === null) return null
  const slug = checkout ?? (await newestCheckout(ctx.db, owner))
  if (slug === null || slug.length > 40) return null
  const found = await viewCheckout(ctx, slug)
  if (found === null || found.order !== null || found.lines.length === 0) return null
  return withCountry(found, ctx)
}

const toCheckout = ({ t, shop, langPath }: Ctx, { checkout }: OfCheckout): ReactNode => {
  const links = linksFor(shop.router, langPath)
  return <a href={checkout === null ? links.cart() : links.checkout(checkout)}>{t('checkout.title')}</a>
}

/** A part of the checkout. */
function checkoutPart(
  about: string,
  step: CheckoutStep,
  show: (view: CheckoutView, here: string, k: string, ctx: Ctx) => ReactNode | Promise<ReactNode>,
): PlacedPart {
  return definePart<OfCheckout>({
    about,
    props: ofCheckout,
    styles: ['checkout', 'account'],
    until: toCheckout,
    async load(ctx, props, { k }) {
      const view = await findOwn(ctx, props)
      if (view === null) return null
      const here = linksFor(ctx.shop.router, ctx.langPath).checkout(view.slug, step)
      return { element: await show(view, here, k, ctx), tags: [] }
    },
  })
}

export const ownParts = {
  cart: definePart<object>({
    about: "The visitor's cart, to be changed and ordered.",
    props: z.strictObject({}),
    styles: ['shop', 'checkout', 'account'],
    until: ({ t, shop, langPath }) => <a href={linksFor(shop.router, langPath).cart()}>{t('frame.cart')}</a>,
    async load(ctx, _props, { k }) {
      const cart = await listCart(ctx, {})
      if (!cart.ok) return null
      return {
        element: (
          <Island
            name="cart"
            k={`${k}-cart`}
            on="idle"
            props={{
              view: cart.value,
              forms: cartPageForms(ctx),
              countries: countriesFor(ctx.shop.sales, ctx.lang),
              exchanging: null,
              browse: linksFor(ctx.shop.router, ctx.langPath).home(),
              texts: pickTexts(ctx.texts, cartPageTexts),
              lang: ctx.lang,
            }}
          />
        ),
        tags: [],
      }
    },
  }),

  'checkout-apply': checkoutPart(
    "What the visitor's checkout comes to, with its coupons and store credit.",
    'payment',
    (view, here, k, ctx) => {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      return (
        <Island
          name="checkout-apply"
          k={`${k}-apply`}
          on="idle"
          props={{
            view,
            step: 'payment',
            links: {
              enter: links.form('checkout/coupon'),
              remove: links.form('checkout/removeCoupon'),
              credit: links.form('checkout/credit'),
              here,
              cart: links.cart(),
            },
            refused: null,
            texts: pickTexts(ctx.texts, summaryTexts),
            lang: ctx.lang,
          }}
        />
      )
    },
  ),

  'checkout-payment': checkoutPart(
    'The ways to pay, and the button that places the order.',
    'payment',
    (view, here, k, ctx) => {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      const information = links.checkout(view.slug, 'information')
      return (
        <Island
          name="checkout-payment"
          k={`${k}-payment`}
          on="idle"
          props={{
            view,
            links: { submit: links.form('checkout/submit'), here, information, cart: links.cart() },
            refused: null,
            texts: pickTexts(ctx.texts, paymentTexts),
            lang: ctx.lang,
          }}
        />
      )
    },
  ),

  'checkout-shipping-plan': checkoutPart(
    'The ways of delivery of the checkout.',
    'payment',
    (view, here, k, ctx) => (
      <Island
        name="checkout-shipping-plan"
        k={`${k}-shipping`}
        on="idle"
        props={{
          view,
          links: { choose: linksFor(ctx.shop.router, ctx.langPath).form('checkout/shipping'), here },
          texts: pickTexts(ctx.texts, shippingTexts),
          lang: ctx.lang,
        }}
      />
    ),
  ),

  'address-form': checkoutPart(
    'Who gets the order, and where: the form of the checkout.',
    'information',
    async (view, here, k, ctx) => {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      const book = await bookOffer(ctx, view, false)
      const { customer } = await ctx.who()
      return (
        <Island
          name="address-form"
          k={`${k}-address`}
          on="idle"
          props={{
            view,
            shape: shapeOf(ctx, view.address.country),
            billingShape: shapeOf(ctx, (view.billing ?? view.address).country),
            countries: countriesFor(ctx.shop.sales, ctx.lang),
            dials: dialChoices(ctx.lang),
            book,
            links: {
              save: links.form('checkout/information'),
              next: links.checkout(view.slug, 'payment'),
              here,
              signIn: customer === null ? links.signIn(here) : null,
            },
            tried: false,
            texts: pickTexts(ctx.texts, addressFormTexts),
            lang: ctx.lang,
          }}
        />
      )
    },
  ),

  'address-modal': definePart<object>({
    about: "The addresses of the customer's account, and the dialog to change them.",
    props: z.strictObject({}),
    styles: ['checkout', 'account', 'area'],
    until: ({ t, shop, langPath }) => (
      <a href={linksFor(shop.router, langPath).user('address')}>{t('user.menu.address')}</a>
    ),
    async load(ctx, _props, { k }) {
      const { customer } = await ctx.who()
      if (customer === null) return null
      const [entries, blank] = await Promise.all([findAddresses(ctx.db, customer), blankFor(ctx, customer)])
      const data = { entries: presentBook(entries, ctx.locale), open: null, blank }
      return { element: <AddressBook data={data} k={`${k}-book`} ctx={ctx} />, tags: [] }
    },
  }),

  'order-refund': definePart<{ order: string }>({
    about: "The form that asks for a return of the visitor's own order.",
    props: ofOrder,
    styles: ['content', 'orders', 'returns'],
    until: ({ t, shop, langPath }, { order }) => (
      <a href={linksFor(shop.router, langPath).orderReturn(order)}>{t('return.apply.title')}</a>
    ),
    async load(ctx, { order }) {
      const found = await returnOptions(ctx, { order })
      if (!found.ok) return null
      const application = await beginApplication(ctx, found.value, false)
      return {
        element: <ReturnForm options={found.value} application={application} isProblem={false} ctx={ctx} />,
        tags: [],
      }
    },
  }),

  payment: definePart<{ order: string }>({
    about: "What is left to pay of the visitor's own order, and the way to pay it.",
    props: ofOrder,
    styles: ['content'],
    until: ({ t, shop, langPath }, { order }) => (
      <a href={linksFor(shop.router, langPath).order(order)}>{t('order.details')}</a>
    ),
    async load(ctx, { order }) {
      const shown = await showOrder(ctx, order)
      if (shown === null) return null
      return { element: <PaymentDue order={shown.view} ctx={ctx} />, tags: [] }
    },
  }),
}
