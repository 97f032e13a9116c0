import type { ReactNode } from 'react'
import { convert } from '#domain/money.ts'
import { quickAddForm } from '#features/catalog/parts/product-card.tsx'
import { pickText } from '#i18n/pick-text.ts'
import { formatMoney } from '#i18n/format.ts'
import { localeNames } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Cached } from '#platform/server/render.tsx'
import { linksFor } from '#wire/links.ts'
import type { FrameData } from './frame-data.ts'
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
        tags={['catalog', 'config', 'content']}
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
      </div>
      <FooterList title={t('frame.shop')} entries={data.categories} />
      <FooterList title={t('frame.collections')} entries={data.collections} />
      <FooterList title={t('page.others')} entries={editorialLinks(ctx, data)} page="page" />
      <div className="footer-end">
        <p>
          © {ctx.now.getUTCFullYear()} {name}
        </p>
        <button type="button" className="footer-preferences" popoverTarget={preferencesSheet}>
          {localeNames[ctx.locale]} · {ctx.currency}
          <span className="visually-hidden"> {t('frame.preferences')}</span>
        </button>
      </div>
      <form id={quickAddForm} action={links.form('cart/add')} method="post" data-action="cart/add">
        <input type="hidden" name="quantity" value="1" data-number="" />
      </form>
    </div>
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

function editorialLinks(ctx: Ctx, { pages, hasArticles }: FrameData): FooterEntry[] {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return [
    ...(hasArticles ? [{ id: -1, name: ctx.t('article.list.title'), href: links.articles() }] : []),
    { id: -2, name: ctx.t('promotion.list.title'), href: links.promotions() },
    ...pages,
  ]
}

interface FooterEntry {
  id: number
  name: string
  href: string
}

function FooterList({
  title,
  entries,
  page = 'category',
}: {
  title: string
  entries: readonly FooterEntry[]
  /** The kind of page that they lead to. */
  page?: 'category' | 'page'
}): ReactNode {
  if (entries.length === 0) return null
  return (
    <nav className={entries.length > 7 ? 'footer-list footer-list-long' : 'footer-list'} aria-label={title}>
      <p className="footer-title">{title}</p>
      <ul>
        {entries.map(({ id, name, href }) => (
          <li key={id}>
            <a href={href} data-page={page}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
