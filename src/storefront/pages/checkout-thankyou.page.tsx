import type { ReactNode } from 'react'
import { AccountFromOrder } from '#features/account/parts/sign-in-here.tsx'
import { relatedProducts } from '#features/catalog/actions/browse.ts'
import type { ProductCard } from '#features/catalog/contract.ts'
import { ProductGrid } from '#features/catalog/parts/product-grid.tsx'
import { hasOrderedPlainly } from '#features/checkout/pages/placed-plainly.ts'
import { showOrder } from '#features/orders/actions/show.ts'
import type { OrderView } from '#features/orders/contract.ts'
import { askQuestion } from '#features/verify/actions/create.ts'
import type { Issued } from '#features/verify/contract.ts'
import { formatMoment } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage, type Loaded } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { fixedPaths } from '#wire/paths.ts'

interface Data {
  view: OrderView
  /** By which the open page follows its order. */
  watchKey: string
  person: { firstName: string; lastName: string }
  /** A guest's order, which may become an account. */
  offersAccount: boolean
  /** Of the form for that account; null with scripts, which ask when it comes to that. */
  question: Issued | null
  related: ProductCard[]
}

const relatedCount = 8

/** Where a checkout ends: the order's number, and what happens next. Only for the browser that placed it. */
export default definePage<Data>({
  name: 'checkout-thankyou',
  visibility: 'private',
  query: ['order'],
  styles: ['shop', 'promotions', 'checkout', 'orders', 'account'],

  async load(ctx, _params, query): Promise<Loaded<Data>> {
    const shown = await showOrder(ctx, query.get('order') ?? '')
    if (shown === null)
      return { kind: 'redirect', to: linksFor(ctx.shop.router, ctx.langPath).orderLookup(), status: 303 }
    const slug = productIn(shown.view, ctx)
    const found = slug === null ? null : await relatedProducts(ctx, { slug, limit: relatedCount })
    const offersAccount = (await ctx.who()).customer === null && shown.view.status !== 'cancelled'
    return {
      kind: 'page',
      data: {
        ...shown,
        offersAccount,
        question: offersAccount && hasOrderedPlainly(ctx) ? await askQuestion(ctx) : null,
        related: found?.ok === true ? found.value.products : [],
      },
      tags: [],
    }
  },

  meta: (_data, { t, shop }) => ({
    title: `${t('checkout.thanks.title')} – ${shop.shop.name}`,
    description: t('checkout.thanks.description'),
    canonicalPath: fixedPaths['checkout-thankyou'],
    noindex: true,
  }),

  pageData: ({ view }) => ({ order: view.slug, version: view.version }),

  View({ data: { view, watchKey, person, offersAccount, question, related }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <div className="thanks container" data-live-key={watchKey}>
        <Island
          name="order-watch"
          k="order-watch"
          on="load"
          props={{ order: view.slug, waits: view.payment?.state === 'deciding' }}
        />
        <header className="thanks-head">
          <h1>{t('checkout.thanks.title')}</h1>
          <p className="thanks-number">{t('checkout.thanks.number', { number: view.slug })}</p>
        </header>
        <section className="thanks-next" aria-labelledby="next" aria-live="polite">
          <h2 id="next" className="visually-hidden">
            {t('checkout.thanks.next')}
          </h2>
          <Next view={view} ctx={ctx} />
        </section>
        {view.status !== 'cancelled' && (
          <ul className="thanks-facts">
            <li>{t('checkout.thanks.mail', { email: view.email })}</li>
            {view.shipping.arrives !== '' && (
              <li>
                {t('checkout.thanks.arrives', { method: view.shipping.name, days: view.shipping.arrives })}
              </li>
            )}
          </ul>
        )}
        <div className="thanks-ways">
          <ButtonLink href={view.href} look="quiet">
            {t('checkout.thanks.order')}
          </ButtonLink>
          <ButtonLink href={links.home()} look="plain">
            {t('checkout.thanks.shop')}
          </ButtonLink>
        </div>
        {offersAccount && (
          <AccountFromOrder
            email={view.email}
            person={person}
            question={question}
            next={view.href}
            ctx={ctx}
          />
        )}
        {related.length > 0 && (
          <section className="product-page-related" aria-labelledby="related">
            <h2 id="related">{t('checkout.thanks.related')}</h2>
            <ProductGrid products={related} ctx={ctx} shape="rail" />
          </section>
        )}
      </div>
    )
  },
})

/** The next step, by the state of the payment. */
function Next({ view, ctx }: { view: OrderView; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const { payment } = view
  const toPay = view.due ?? view.toPay
  if (view.status === 'cancelled') return <p>{t('checkout.thanks.cancelled')}</p>
  if (payment === null) return <p>{t('checkout.thanks.nothing_to_pay')}</p>
  switch (payment.state) {
    case 'paid':
      return <p>{t('checkout.thanks.paid')}</p>
    case 'offline':
      return payment.instructions === '' ? (
        <p>{t('checkout.thanks.offline', { amount: toPay, method: view.paymentMethod })}</p>
      ) : (
        <Transfer view={view} instructions={payment.instructions} ctx={ctx} />
      )
    case 'deciding':
      return (
        <>
          <p>{t('checkout.thanks.deciding')}</p>
          <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).thankYou(view.slug)} look="quiet">
            {t('checkout.thanks.look')}
          </ButtonLink>
        </>
      )
    case 'failed':
      return (
        <>
          <p role="alert">{t('checkout.thanks.failed', { why: payment.failure })}</p>
          <ButtonLink href={view.href}>{t('checkout.thanks.again')}</ButtonLink>
        </>
      )
    case 'none':
    case 'open':
    case 'cancelled':
      return (
        <>
          <p>{t('checkout.thanks.open')}</p>
          {/* No payment is started at a bank before the button is pressed. */}
          <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).payment(view.slug)} data-nav="off">
            {t('checkout.thanks.pay')}
          </ButtonLink>
        </>
      )
  }
}

/** Where to transfer what, with the two things that must not be mistyped ready to be copied. */
function Transfer({
  view,
  instructions,
  ctx,
}: {
  view: OrderView
  instructions: string
  ctx: Ctx
}): ReactNode {
  const { t, lang, shop } = ctx
  const zone = shop.shop.delivery?.timeZone
  const amount = view.due ?? view.toPay
  return (
    <>
      <p className="thanks-amount">{t('checkout.thanks.transfer', { amount })}</p>
      <p>{instructions}</p>
      <dl className="thanks-copies">
        <Copied label={t('checkout.thanks.amount')} text={amount} ctx={ctx} />
        <Copied label={t('checkout.thanks.reference')} text={view.slug} ctx={ctx} />
      </dl>
      {view.holdUntil !== null && (
        <p className="muted">
          {t('checkout.thanks.kept_until', { date: formatMoment(new Date(view.holdUntil), lang, zone) })}
        </p>
      )}
    </>
  )
}

function Copied({ label, text, ctx: { t } }: { label: string; text: string; ctx: Ctx }): ReactNode {
  return (
    <div className="thanks-copy">
      <dt>{label}</dt>
      <dd>
        <code translate="no">{text}</code>
        <Button
          look="quiet"
          className="coupon-copy"
          data-copy={text}
          data-copied={t('checkout.thanks.copied')}
          data-not-copied={t('checkout.thanks.not_copied')}
          aria-label={t('checkout.thanks.copy_of', { field: label })}
        >
          {t('checkout.thanks.copy')}
        </Button>
      </dd>
    </div>
  )
}

/** The slug of the first product that is still in the shop, from its link. */
function productIn({ lines }: OrderView, { shop, langPath }: Ctx): string | null {
  const href = lines.find((line) => line.href !== null)?.href
  if (href === undefined || href === null) return null
  const [before = ''] = linksFor(shop.router, langPath)
    .product('-')
    .split(/-(?=[^-]*$)/)
  const [slug = ''] = href.slice(before.length).split('/')
  return slug === '' ? null : decodeURIComponent(slug)
}
