import type { ReactNode } from 'react'
import { SignInHere } from '#features/account/parts/sign-in-here.tsx'
import { addressLines } from '#i18n/address-lines.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx, Posted } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import { dialChoices } from '#ui/forms/dial-codes.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { StepBar } from '#ui/step-bar.tsx'
import { linksFor } from '#wire/links.ts'
import { viewCheckout } from '#features/checkout/actions/own.ts'
import { shapeOf } from '#features/postal/actions/regions.ts'
import type { AddressShape } from '#features/postal/contract.ts'
import { isOnTrial } from '#features/payments/demo/trial.ts'
import { phoneText } from '#features/postal/rules/phone.ts'
import { checkoutSteps, type CheckoutStep, type CheckoutView } from '#features/checkout/contract.ts'
import { isAllGone } from '#features/checkout/islands/all-gone.ts'
import type { BookOffer } from '#features/checkout/islands/address-form/from-book.tsx'
import {
  addressFormTexts,
  linesTexts,
  paymentTexts,
  shippingTexts,
  summaryTexts,
} from '#features/checkout/islands/texts.ts'
import { bookOffer } from '#features/checkout/pages/book-offer.ts'
import { countriesFor } from '#features/sales/rules/countries.ts'
import { stepFor } from '#features/checkout/steps.ts'
import { withCountry } from '../checkout-country.ts'

interface Data {
  view: CheckoutView
  step: CheckoutStep
  /** Somebody wanted to go on from here. */
  tried: boolean
  shapes: { address: AddressShape; billing: AddressShape }
  isGuest: boolean
  /** Null for a guest, and where no address is asked for. */
  book: BookOffer | null
}

export default definePage<Data | null>({
  name: 'checkout-detail',
  visibility: 'private',
  query: ['step', 'tried', 'keep'],
  styles: ['checkout', 'account'],

  async load(ctx, { slug = '' }, query): Promise<Loaded<Data | null>> {
    const found = slug.length > 40 ? null : await viewCheckout(ctx, slug)
    if (found === null) return { kind: 'page', data: null, tags: [], status: 404 }
    const view = withCountry(found, ctx)
    if (view.order !== null) return { kind: 'redirect', to: view.order.href, status: 303 }
    // All that it was begun with has been taken out of the cart.
    if (view.lines.length === 0)
      return { kind: 'redirect', to: linksFor(ctx.shop.router, ctx.langPath).cart(), status: 303 }
    const wanted = query.get('step')
    const { step, isWanted } = stepFor(view, wanted)
    // A refused form is answered by this very page: a redirect would leave what was refused unsaid.
    if (!isWanted && ctx.visitor.posted === null) {
      const to = linksFor(ctx.shop.router, ctx.langPath).checkout(slug, step)
      return { kind: 'redirect', to: wanted === null ? to : `${to}&tried=1`, status: 303 }
    }
    const shapes = {
      address: shapeOf(ctx, view.address.country),
      billing: shapeOf(ctx, (view.billing ?? view.address).country),
    }
    const { customer } = await ctx.who()
    const book = step === 'information' ? await bookOffer(ctx, view, query.get('keep') === '1') : null
    return {
      kind: 'page',
      data: {
        view,
        step,
        tried: query.get('tried') === '1' || !isWanted,
        shapes,
        isGuest: customer === null,
        book,
      },
      tags: [],
    }
  },

  meta: (data, { t, shop }) => ({
    title: `${t(data === null ? 'checkout.title' : heads[data.step])} – ${shop.shop.name}`,
    description: t('checkout.description'),
    noindex: true,
  }),

  pageData: (data) => (data === null ? null : { slug: data.view.slug, step: data.step }),

  View({ data, ctx }): ReactNode {
    if (data === null) return <Unknown ctx={ctx} />
    const { view, step } = data
    const { t, lang } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const posted = ctx.visitor.posted
    const here = links.checkout(view.slug, step)
    return (
      <div className="checkout container container-xl" data-checkout={view.slug}>
        <div className="checkout-head">
          <a className="checkout-back" href={links.cart()}>
            {t('checkout.back_to_cart')}
          </a>
          <StepBar
            label={t('checkout.steps')}
            done={t('checkout.step_done')}
            at={checkoutSteps.indexOf(step)}
            steps={checkoutSteps.map((one) => ({
              name: t(`checkout.step.${one}`),
              href: links.checkout(view.slug, one),
            }))}
          />
          {isOnTrial(ctx) && (
            <p className="checkout-trial" role="note">
              {t('checkout.trial')}
            </p>
          )}
        </div>
        <div className="checkout-columns">
          <div className="checkout-main">
            <h1>{t(heads[step])}</h1>
            {ctx.visitor.notice && <p role="status">{ctx.visitor.notice.text}</p>}
            {data.isGuest && step === 'information' && <SignInHere next={here} ctx={ctx} />}
            {posted !== null && step !== 'payment' && !isCoupon(posted) && (
              <p className="form-errors" role="alert">
                {refusalText(posted, view, ctx)}
              </p>
            )}
            <Step data={data} here={here} ctx={ctx} />
          </div>
          <aside className="checkout-aside" aria-label={t('checkout.summary')}>
            <Island
              name="checkout-apply"
              k="checkout-apply"
              on="idle"
              props={{
                view,
                step,
                links: {
                  enter: links.form('checkout/coupon'),
                  remove: links.form('checkout/removeCoupon'),
                  credit: links.form('checkout/credit'),
                  here,
                  cart: links.cart(),
                },
                refused:
                  posted !== null && isCoupon(posted)
                    ? { code: posted.values['code']?.at(-1) ?? '', text: posted.text }
                    : null,
                texts: pickTexts(ctx.texts, summaryTexts),
                lang,
              }}
            />
          </aside>
        </div>
      </div>
    )
  },
})

const heads = {
  cart: 'checkout.head.cart',
  information: 'checkout.head.information',
  payment: 'checkout.head.payment',
} as const

function Step({ data, here, ctx }: { data: Data; here: string; ctx: Ctx }): ReactNode {
  const { view, step, tried, shapes, book } = data
  const { lang, texts } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const to = (one: CheckoutStep): string => links.checkout(view.slug, one)
  switch (step) {
    case 'cart':
      return (
        <Island
          name="checkout-lines"
          k="checkout-lines"
          on="idle"
          props={{
            view,
            links: { change: links.form('checkout/line'), here, next: to('information'), cart: links.cart() },
            texts: pickTexts(texts, linesTexts),
            lang,
          }}
        />
      )
    case 'information':
      return (
        <Island
          name="address-form"
          k="address-form"
          on="idle"
          props={{
            view,
            shape: shapes.address,
            billingShape: shapes.billing,
            countries: countriesFor(ctx.shop.sales, lang),
            dials: dialChoices(lang),
            book,
            links: {
              save: links.form('checkout/information'),
              next: to('payment'),
              here,
              signIn: data.isGuest ? links.signIn(here) : null,
            },
            tried,
            texts: pickTexts(texts, addressFormTexts),
            lang,
          }}
        />
      )
    case 'payment':
      return <PaymentStep view={view} here={here} information={to('information')} ctx={ctx} />
  }
}

function PaymentStep({
  view,
  here,
  information,
  ctx,
}: {
  view: CheckoutView
  here: string
  information: string
  ctx: Ctx
}): ReactNode {
  const { lang, texts } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { posted } = ctx.visitor
  return (
    <>
      <Review view={view} information={information} ctx={ctx} />
      <Island
        name="checkout-shipping-plan"
        k="checkout-shipping-plan"
        on="idle"
        props={{
          view,
          links: { choose: links.form('checkout/shipping'), here },
          texts: pickTexts(texts, shippingTexts),
          lang,
        }}
      />
      <Island
        name="checkout-payment"
        k="checkout-payment"
        on="idle"
        props={{
          view,
          links: { submit: links.form('checkout/submit'), here, information, cart: links.cart() },
          refused: posted !== null && !isCoupon(posted) ? posted.text : null,
          texts: pickTexts(texts, paymentTexts),
          lang,
        }}
      />
    </>
  )
}

/** The typed values, for a last check. */
function Review({
  view: { contact, address },
  information,
  ctx,
}: {
  view: CheckoutView
  information: string
  ctx: Ctx
}): ReactNode {
  const { t, locale } = ctx
  const rows = [
    {
      label: t('checkout.contact'),
      lines: [contact.email, phoneText(address)].filter((line) => line !== ''),
    },
    { label: t('checkout.address'), lines: addressLines(address, locale) },
  ]
  return (
    <dl className="checkout-review" aria-label={t('checkout.review')}>
      {rows.map(({ label, lines }) => (
        <div key={label} className="checkout-review-row">
          <dt>{label}</dt>
          <dd>
            {lines.map((line, index) => (
              <span key={index}>{line}</span>
            ))}
          </dd>
          <dd>
            <a href={information} aria-label={t('checkout.change_of', { field: label })}>
              {t('checkout.change')}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Unknown({ ctx }: { ctx: Ctx }): ReactNode {
  const { t } = ctx
  return (
    <div className="checkout container">
      <EmptyState title={<h1>{t('checkout.title')}</h1>} text={t('problem.unknown_checkout')}>
        <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).cart()}>
          {t('checkout.back_to_cart')}
        </ButtonLink>
      </EmptyState>
    </div>
  )
}

/** Of an order that was not placed because of its lines, what the dialog says that scripts show; the lines follow. */
function refusalText({ problem, text }: Posted, view: CheckoutView, { t }: Ctx): string {
  if (problem !== 'checkout_out_of_stock') return text
  return t(isAllGone(view) ? 'checkout.gone_all_text' : 'checkout.gone_text')
}

function isCoupon({ values }: Posted): boolean {
  return values['code'] !== undefined
}
