import type { ReactNode } from 'react'
import { z } from 'zod'
import { categoryTree, listCollections } from '#features/catalog/actions/browse.ts'
import { listPages } from '#features/content/actions/browse.ts'
import { AsideMenu } from '#features/customer/parts/aside-menu.tsx'
import { Newsletter } from '#features/newsletter/parts/newsletter.tsx'
import { langPath, locales } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import { useStyles } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { own } from '#domain/by-word.ts'
import { pathIn } from '#wire/entry-slugs.ts'
import type { Menu as ThemeMenu } from '#wire/frame.ts'
import { linksFor } from '#wire/links.ts'
import type { SkeletonName } from '#wire/page.ts'
import { Menu } from '../layout/menu.tsx'
import { groupsOf, MenuCards, MenuHead, OwnMenu } from '../layout/own-frame.tsx'
import { UserHeader } from '../layout/user-header.tsx'
import { definePart } from './part.ts'
import { limit, line } from './props.ts'

/* What the frame of every page has, in a text of the merchant's. */

const menus = ['categories', 'collections', 'pages'] as const
type MenuOf = (typeof menus)[number]

interface MenuLink {
  href: string
  text: string
}

const menuPages: Readonly<Record<MenuOf, SkeletonName>> = {
  categories: 'category',
  collections: 'collection',
  pages: 'page',
}

async function linksOf(ctx: Ctx, of: MenuOf, most: number): Promise<MenuLink[]> {
  const found =
    of === 'categories'
      ? await categoryTree(ctx)
      : of === 'collections'
        ? await listCollections(ctx)
        : await listPages(ctx)
  return found.slice(0, most).map(({ href, name }) => ({ href, text: name }))
}

const menuTags: Readonly<Record<MenuOf, readonly string[]>> = {
  categories: ['catalog'],
  collections: ['catalog'],
  pages: ['content'],
}

/** Of what is in the theme alone. */
const ownTags: readonly string[] = ['config']

/** Null: the theme in use has no menu of that name. */
function menuOf(ctx: Ctx, name: string): ThemeMenu | null {
  return own(ctx.shop.frame.menus, name) ?? null
}

/** The links of a menu in a row: its groups, or what is in those that lead nowhere themselves. */
function rowOf(ctx: Ctx, { groups }: ThemeMenu): MenuLink[] {
  return groupsOf(ctx, groups).flatMap(({ text, href, entries }) =>
    href === null ? entries : [{ text, href }],
  )
}

function NamedMenu({ menu, ctx }: { menu: ThemeMenu; ctx: Ctx }): ReactNode {
  return (
    <nav className="menu" aria-label={ctx.t('frame.menu')}>
      <OwnMenu menu={menu} ctx={ctx} />
    </nav>
  )
}

/** @param here the path of the page around in its language; null where nobody knows it */
function NamedAside({ menu, here, ctx }: { menu: ThemeMenu; here: string | null; ctx: Ctx }): ReactNode {
  useStyles(['content'])
  return (
    <div className="placed-aside">
      {groupsOf(ctx, menu.groups).map(({ text, href, entries }, index) => (
        <div key={index}>
          <MenuHead text={text} href={href} />
          {entries.length > 0 && (
            <AsideMenu label={text} items={entries.map((one) => ({ ...one, isHere: one.href === here }))} />
          )}
        </div>
      ))}
      <MenuCards menu={menu} ctx={ctx} />
    </div>
  )
}

/** What a menu is called where the merchant says nothing. */
function labelOf({ t }: Ctx, of: MenuOf, menu: string | null): string {
  if (menu !== null) return t('frame.menu')
  return t(of === 'categories' ? 'frame.categories' : of === 'collections' ? 'frame.collections' : 'page.all')
}

/** The name of a menu of the theme, in place of what the shop has. */
const menuName = z.union([z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), z.null()]).default(null)

const menuProps = z.strictObject({
  of: z.enum(menus).default('categories'),
  menu: menuName,
  label: line(80).default(''),
  limit: limit(50, 12),
})
type MenuProps = z.output<typeof menuProps>

const labelled = z.strictObject({ label: line(120).default('') })

export const frameParts = {
  nav: definePart<MenuProps>({
    about:
      'The first categories, the collections or the pages in a row; or the links of a menu of the theme.',
    props: menuProps,
    styles: ['content'],
    async load(ctx, { of, menu, label, limit: most }) {
      const named = menu === null ? null : menuOf(ctx, menu)
      if (menu !== null && named === null) return null
      const links = named === null ? await linksOf(ctx, of, most) : rowOf(ctx, named).slice(0, most)
      return {
        element: (
          <nav className="placed-links" aria-label={label === '' ? labelOf(ctx, of, menu) : label}>
            <ul>
              {links.map(({ href, text }, index) => (
                <li key={index}>
                  <a href={href} data-page={menu === null ? menuPages[of] : undefined}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ),
        tags: menu === null ? menuTags[of] : ownTags,
      }
    },
  }),

  'nav-menu': definePart<{ limit: number; menu: string | null }>({
    about:
      'The whole shop at a glance: categories with what is in them, collections, and the ways of the header; or a menu of the theme with its groups and pictures.',
    props: z.strictObject({ menu: menuName, limit: limit(50, 50) }),
    styles: [],
    async load(ctx, { menu, limit: most }) {
      if (menu !== null) {
        const named = menuOf(ctx, menu)
        return named && { element: <NamedMenu menu={named} ctx={ctx} />, tags: ownTags }
      }
      const [categories, collections] = await Promise.all([categoryTree(ctx), listCollections(ctx)])
      return {
        element: <Menu ctx={ctx} categories={categories.slice(0, most)} collections={collections} />,
        tags: ['catalog'],
      }
    },
  }),

  'aside-menu': definePart<MenuProps>({
    about:
      'The same links as `nav`, as a list beside a text; the page where it stands is marked. A menu of the theme has its groups and pictures.',
    props: menuProps,
    styles: ['area'],
    async load(ctx, { of, menu, label, limit: most }, { path }) {
      const here = path === null ? null : `${ctx.langPath}${path}`
      if (menu !== null) {
        const named = menuOf(ctx, menu)
        return named && { element: <NamedAside menu={named} here={here} ctx={ctx} />, tags: ownTags }
      }
      const links = await linksOf(ctx, of, most)
      return {
        element: (
          <AsideMenu
            label={label === '' ? labelOf(ctx, of, menu) : label}
            page={menuPages[of]}
            items={links.map((one) => ({ ...one, isHere: one.href === here }))}
          />
        ),
        tags: menuTags[of],
      }
    },
  }),

  'locale-switcher': definePart<{ label: string }>({
    about: 'The languages of the shop, with links to the same page in each.',
    props: labelled,
    styles: [],
    async load(ctx, { label }, { path }) {
      return { element: <Languages path={path} label={label} ctx={ctx} />, tags: ['config', 'words'] }
    },
  }),

  'user-header': definePart<{ label: string }>({
    about: 'The way to the account, or to signing in.',
    props: labelled,
    styles: ['content'],
    async load(ctx, { label }) {
      return {
        element: (
          <nav className="placed-user" aria-label={label === '' ? ctx.t('frame.account') : label}>
            <UserHeader ctx={ctx} />
          </nav>
        ),
        tags: [],
      }
    },
  }),

  search: definePart<{ label: string }>({
    about: 'A field to search the shop.',
    props: labelled,
    styles: ['content'],
    async load({ t, shop, langPath: lang }, { label }, { k }) {
      return {
        element: (
          <form
            className="placed-search"
            action={linksFor(shop.router, lang).search()}
            method="get"
            role="search"
            aria-label={label === '' ? t('frame.search_label') : label}
            data-page="search"
          >
            <Field
              id={`${k}-q`}
              type="search"
              name="q"
              label={label === '' ? t('frame.search_label') : label}
              maxLength={200}
              required
              enterKeyHint="search"
            />
            <Button type="submit">{t('frame.search')}</Button>
          </form>
        ),
        tags: [],
      }
    },
  }),

  newsletter: definePart<{ title: string; text: string }>({
    about: "The form to subscribe to the newsletter, under the shop's words or the merchant's.",
    props: z.strictObject({ title: line(120).default(''), text: line(300).default('') }),
    styles: [],
    async load(ctx, words, { k }) {
      return { element: <Newsletter id={`${k}-newsletter`} words={words} ctx={ctx} />, tags: [] }
    },
  }),

  'cart-drawer': definePart<{ text: string }>({
    about: "A link that opens the drawer with the visitor's cart; without scripts, the cart.",
    props: z.strictObject({ text: line(80).default('') }),
    styles: [],
    async load({ t, shop, langPath: lang }, { text }) {
      return {
        element: (
          <a
            className="button button-quiet"
            href={linksFor(shop.router, lang).cart()}
            data-cart-link=""
            data-page="cart"
          >
            <Icon name="bag" />
            {text === '' ? t('frame.cart') : text}
            <span data-cart-count="" />
          </a>
        ),
        tags: [],
      }
    },
  }),
}

/** Where nobody knows the page around, each leads to the home page in its language. */
function Languages({ path, label, ctx }: { path: string | null; label: string; ctx: Ctx }): ReactNode {
  const { t, shop, words } = ctx
  const hrefIn = (to: string): string => {
    const there = pathIn(shop.router, path ?? '/', ctx.langPath, to)
    return there === '/' && to !== '' ? to : `${to}${there}`
  }
  return (
    <nav className="preferences" aria-label={label === '' ? t('frame.language') : label}>
      <ul>
        {locales
          .filter((locale) => shop.shop.languages.includes(locale))
          .map((locale) => (
            <li key={locale}>
              <a
                className="preferences-choice"
                href={hrefIn(langPath(locale))}
                hrefLang={words.lang(locale)}
                lang={words.lang(locale)}
                data-lang-path={langPath(locale)}
                aria-current={locale === ctx.locale ? 'true' : undefined}
              >
                {words.name(locale)}
                {locale === ctx.locale && <Icon name="check" />}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  )
}
