import type { ReactNode } from 'react'
import { CartDrawerPlace } from '#features/cart/parts/drawer.tsx'
import { searchTexts } from '#features/search/islands/search/texts.ts'
import { pickTexts } from '#i18n/t.ts'
import { Cached, Island } from '#platform/server/pages/render.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/layers/sheet.tsx'
import { linksFor } from '#wire/links.ts'
import { Announcement } from './announcement.tsx'
import type { FrameData } from './frame-data.ts'
import { entriesOf } from './own-frame.tsx'
import { Logo } from './own-signs.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { Menu } from './menu.tsx'
import { Preferences, preferencesSheet } from './preferences.tsx'
import { UserHeader } from './user-header.tsx'

/** The most categories in the bar itself; all of them are in the menu. */
const mostLinks = 6

const menuSheet = 'menu'
const searchSheet = 'search'

interface HeaderProps {
  ctx: Ctx
  data: FrameData
}

export function Header({ ctx, data, mode }: HeaderProps & { mode: string }): ReactNode {
  const { t, lang } = ctx
  return (
    <>
      <LanguageOffer ctx={ctx} />
      <Announcement ctx={ctx} />
      <header className="header">
        <Cached k={`header|${lang}|${ctx.currency}|${ctx.langPath}`} tags={['catalog', 'config']}>
          {() => <Bar ctx={ctx} data={data} />}
        </Cached>
        <Sheet id={preferencesSheet} side="end" title={t('frame.preferences')} closeText={t('frame.close')}>
          <Preferences ctx={ctx} mode={mode} />
        </Sheet>
      </header>
    </>
  )
}

/** The same on every page in one language and currency. */
function Bar({ ctx, data }: HeaderProps): ReactNode {
  const { t, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { name } = ctx.shop.shop
  return (
    <>
      <div className="header-bar container">
        <div className="header-start">
          <button
            type="button"
            className="header-action"
            popoverTarget={menuSheet}
            aria-label={t('frame.menu')}
          >
            <Icon name="menu" />
            <span className="header-menu-text">{t('frame.menu')}</span>
          </button>
          <nav className="header-links" aria-label={t('frame.navigation')}>
            <HeaderLinks ctx={ctx} data={data} />
          </nav>
        </div>
        <a className="logo" href={links.home()} aria-label={t('frame.home', { name })}>
          <Logo ctx={ctx} />
        </a>
        <div className="header-end">
          <button type="button" className="header-action" popoverTarget={searchSheet}>
            <Icon name="search" />
            <span className="visually-hidden">{t('frame.search')}</span>
          </button>
          <button type="button" className="header-action header-preferences" popoverTarget={preferencesSheet}>
            <Icon name="globe" />
            <span aria-hidden="true">{ctx.currency}</span>
            <span className="visually-hidden">{t('frame.preferences')}</span>
          </button>
          <UserHeader ctx={ctx} className="header-action header-user" isHidden />
          {ctx.shop.theme.showFavorite && (
            <a className="header-action header-favourites" href={links.favourites()} data-page="favorite">
              <Icon name="heart" />
              <span className="visually-hidden">{t('favorite.title')}</span>
              <span className="header-count" data-favourites="count" />
            </a>
          )}
          <a className="header-action header-cart" href={links.cart()} data-cart-link="" data-page="cart">
            <Icon name="bag" />
            <span className="visually-hidden">{t('frame.cart')}</span>
            <span className="header-count" data-cart-count="" />
          </a>
        </div>
      </div>
      <Sheet id={menuSheet} side="start" className="menu-sheet" title={name} closeText={t('frame.close')}>
        <Menu ctx={ctx} categories={data.categories} collections={data.collections} />
      </Sheet>
      <Sheet
        id={searchSheet}
        side="top"
        className="search-sheet"
        title={t('frame.search')}
        closeText={t('frame.close')}
      >
        <Island
          name="search"
          k="search"
          on="visible"
          props={{ action: links.search(), texts: pickTexts(ctx.texts, searchTexts), lang }}
        />
      </Sheet>
      <CartDrawerPlace ctx={ctx} />
    </>
  )
}

/** Those of the theme, or the first categories. */
function HeaderLinks({ ctx, data }: HeaderProps): ReactNode {
  const { header } = ctx.shop.frame
  if (header !== null)
    return entriesOf(ctx, header).map(({ href, text }, index) => (
      <a key={index} href={href}>
        {text}
      </a>
    ))
  return data.categories.slice(0, mostLinks).map((category) => (
    <a key={category.id} href={category.href} data-page="category">
      {category.name}
    </a>
  ))
}
