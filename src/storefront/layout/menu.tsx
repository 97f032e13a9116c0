import type { ReactNode } from 'react'
import type { CategoryNode, CollectionView } from '#features/catalog/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'
import { preferencesSheet } from './preferences.tsx'
import { OwnMenu } from './own-frame.tsx'
import { UserHeader } from './user-header.tsx'

const mostPictures = 4

interface MenuProps {
  ctx: Ctx
  categories: readonly CategoryNode[]
  collections: readonly CollectionView[]
}

/** The whole shop at a glance: columns across a wide window, one long list on a phone. */
export function Menu({ ctx, categories, collections }: MenuProps): ReactNode {
  const { t } = ctx
  return (
    <nav className="menu" aria-label={t('frame.categories')}>
      {ctx.shop.frame.menu === null ? (
        <ShopMenu categories={categories} collections={collections} ctx={ctx} />
      ) : (
        <OwnMenu menu={ctx.shop.frame.menu} ctx={ctx} />
      )}
      <div className="menu-foot">
        <UserHeader ctx={ctx} />
        {ctx.shop.theme.showFavorite && (
          <a href={linksFor(ctx.shop.router, ctx.langPath).favourites()} data-page="favorite">
            <Icon name="heart" />
            {t('favorite.title')}
          </a>
        )}
        <button type="button" popoverTarget={preferencesSheet}>
          <Icon name="globe" />
          {t('frame.preferences')}
        </button>
      </div>
    </nav>
  )
}

function ShopMenu({ ctx: { t }, categories, collections }: MenuProps): ReactNode {
  return (
    <>
      <ul className="menu-groups">
        {categories.map((category) => (
          <li key={category.id} className="menu-group">
            <a className="menu-head" href={category.href} data-page="category">
              {category.name}
            </a>
            {category.children.length > 0 && (
              <ul className="menu-list">
                {category.children.map((child) => (
                  <li key={child.id}>
                    <a href={child.href} data-page="category">
                      {child.name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {collections.length > 0 && (
        <div className="menu-collections">
          <p className="menu-head">{t('frame.collections')}</p>
          <ul className="menu-cards">
            {collections.slice(0, mostPictures).map((collection) => (
              <li key={collection.id}>
                <a href={collection.href} data-page="collection">
                  {collection.picture && (
                    <Picture picture={{ ...collection.picture, alt: '' }} sizes="12rem" from={160} to={480} />
                  )}
                  {collection.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
