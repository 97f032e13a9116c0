import type { ReactNode } from 'react'
import { convert } from '#domain/money.ts'
import { quickAddForm } from '#features/catalog/parts/product-card.tsx'
import { HeartForm } from '#features/favourites/parts/heart-form.tsx'
import { pickText } from '#i18n/pick-text.ts'
import { formatMoney } from '#i18n/format.ts'
import { localeNames } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Cached } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import type { SkeletonName } from '#wire/page.ts'
import type { FrameData } from './frame-data.ts'
import { groupsOf } from './own-frame.tsx'
import { SocialLinks } from './own-signs.tsx'
import { ConsentNotice } from './notices.tsx'
import { preferencesSheet } from './preferences.tsx'

interface FooterProps {
  ctx: Ctx
  data: FrameData
}

export function Footer({ ctx, data }: FooterProps): ReactNode {
  return (
    <footer className="footer">
      <Cached
        k={`footer|${ctx.lang}|${ctx.currency}|${ctx.langPath}|${ctx.now.getUTCFullYear()}`}
        tags={['catalog', 'config', 'content', 'promotions']}
      >
        {() => <FooterContent ctx={ctx} data={data} />}
      </Cached>
    </footer>
  )
}

function FooterContent({ ctx, data }: FooterProps): ReactNode {
  const { t, shop } = ctx
  const { name, tagline, email } = shop.shop
  const free = freeShippingText(ctx)
  const links = linksFor(shop.router, ctx.langPath)
  return (
    <div className="footer-content container">
      <div className="footer-about">
        <p className="footer-name">{name}</p>
        <p className="footer-tagline">{pickText(tagline, ctx.locale)}</p>
        {free !== null && <p className="muted">{free}</p>}
        {email !== null && (
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
        )}
        <SocialLinks ctx={ctx} />
      </div>
      <FooterLists ctx={ctx} data={data} />
      <div className="footer-end">
        <p>
          © {ctx.now.getUTCFullYear()} {name}
        </p>
        <button type="button" className="footer-preferences" popoverTarget={preferencesSheet}>
          {localeNames[ctx.locale]} · {ctx.currency}
          <span className="visually-hidden"> {t('frame.language_and_currency')}</span>
        </button>
        <a
          className="footer-preferences footer-consent"
          href={links.consent()}
          data-statistics={shop.shop.statistics}
          data-no-prefetch=""
        >
          {t('consent.link')}
        </a>
      </div>
      <ConsentNotice ctx={ctx} />
      <form id={quickAddForm} action={links.form('cart/add')} method="post" data-action="cart/add" />
      {shop.theme.showFavorite && <HeartForm type="product" ctx={ctx} />}
    </div>
  )
}

/** Those of the theme, or all that the shop has. */
function FooterLists({ ctx, data }: FooterProps): ReactNode {
  const { t, shop } = ctx
  if (shop.frame.footer !== null)
    return groupsOf(ctx, shop.frame.footer).map(({ text, entries }, index) => (
      <FooterList
        key={index}
        title={text}
        entries={entries.map((entry, id) => ({ id, name: entry.text, href: entry.href, page: null }))}
      />
    ))
  return (
    <>
      <FooterList title={t('frame.shop')} entries={data.categories} />
      <FooterList
        title={t('frame.collections')}
        entries={data.collections.map((entry) => ({ ...entry, page: 'collection' }))}
      />
      <FooterList title={t('page.others')} entries={editorialLinks(ctx, data)} />
    </>
  )
}

function freeShippingText({ t, shop, currency, lang }: Ctx): string | null {
  const { freeShippingFrom, baseCurrency, currencies } = shop.shop
  if (freeShippingFrom === null) return null
  const rule = currencies.find(({ code }) => code === currency)
  const amount = rule
    ? convert(freeShippingFrom, baseCurrency, currency, rule.rate, rule.roundTo)
    : freeShippingFrom
  return t('frame.free_shipping', { price: formatMoney(amount, currency, lang) })
}

function editorialLinks(
  { t, shop, langPath }: Ctx,
  { pages, hasArticles, offers: running }: FrameData,
): FooterEntry[] {
  const links = linksFor(shop.router, langPath)
  const journal = {
    id: -1,
    name: t('article.list.title'),
    href: links.articles(),
    page: 'article-list',
  } as const
  const offers = {
    id: -2,
    name: t('promotion.list.title'),
    href: links.promotions(),
    page: 'promotion-list',
  } as const
  const coupons = {
    id: -3,
    name: t('coupon.list.title'),
    href: links.coupons(),
    page: 'coupon-list',
  } as const
  return [
    ...(hasArticles ? [journal] : []),
    ...(running.promotions ? [offers] : []),
    ...(running.coupons ? [coupons] : []),
    ...pages.map((page) => ({ ...page, page: 'page' as const })),
  ]
}

interface FooterEntry {
  id: number
  name: string
  href: string
  /** What it leads to; a category when absent, null where nobody knows. */
  page?: SkeletonName | null
}

function FooterList({ title, entries }: { title: string; entries: readonly FooterEntry[] }): ReactNode {
  if (entries.length === 0) return null
  return (
    <nav className={entries.length > 7 ? 'footer-list footer-list-long' : 'footer-list'} aria-label={title}>
      <p className="footer-title">{title}</p>
      <ul>
        {entries.map(({ id, name, href, page = 'category' }) => (
          <li key={id}>
            <a href={href} data-page={page ?? undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
