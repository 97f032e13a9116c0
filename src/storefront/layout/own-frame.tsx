import type { ReactNode } from 'react'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import type { Menu, MenuGroup } from '#wire/frame.ts'
import { hrefIn } from '../href-in.ts'

/* What a theme has of its own around every page. A text that has no words in the language is left out. */

interface Entry {
  text: string
  href: string
}

/** Links in the language of the page. */
export function entriesOf(
  ctx: Ctx,
  entries: readonly { text: Record<string, string>; href: string }[],
): Entry[] {
  return entries.flatMap(({ text, href }) => {
    const said = pickText(text, ctx.locale)
    return said === '' ? [] : [{ text: said, href: hrefIn(ctx, href) }]
  })
}

/** Lists with a title, in the language of the page. */
export function groupsOf(
  ctx: Ctx,
  groups: readonly MenuGroup[],
): { text: string; href: string | null; entries: Entry[] }[] {
  return groups.flatMap(({ text, href, entries }) => {
    const said = pickText(text, ctx.locale)
    if (said === '') return []
    return [{ text: said, href: href && hrefIn(ctx, href), entries: entriesOf(ctx, entries) }]
  })
}

/** A menu of a theme at a glance: its groups side by side, and its cards. */
export function OwnMenu({ menu, ctx }: { menu: Menu; ctx: Ctx }): ReactNode {
  return (
    <>
      <ul className="menu-groups">
        {groupsOf(ctx, menu.groups).map(({ text, href, entries }, index) => (
          <li key={index} className="menu-group">
            <MenuHead text={text} href={href} />
            {entries.length > 0 && (
              <ul className="menu-list">
                {entries.map((entry, at) => (
                  <li key={at}>
                    <a href={entry.href}>{entry.text}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {menu.cards.length > 0 && (
        <div className="menu-collections">
          <MenuCards menu={menu} ctx={ctx} />
        </div>
      )}
    </>
  )
}

/** The title of a group, which may lead to all of it. */
export function MenuHead({ text, href }: { text: string; href: string | null }): ReactNode {
  return href === null ? (
    <p className="menu-head">{text}</p>
  ) : (
    <a className="menu-head" href={href}>
      {text}
    </a>
  )
}

/** Links of a menu that have pictures. */
export function MenuCards({ menu, ctx }: { menu: Menu; ctx: Ctx }): ReactNode {
  const cards = menu.cards.flatMap(({ picture, ...entry }) => {
    const image = ctx.shop.frame.images?.get(picture.file)
    return entriesOf(ctx, [entry]).map((one) => ({
      ...one,
      picture: image?.kind === 'picture' ? { ...image, alt: '' } : null,
    }))
  })
  if (cards.length === 0) return null
  return (
    <ul className="menu-cards">
      {cards.map(({ text, href, picture }, index) => (
        <li key={index}>
          <a href={href}>
            {picture && <Picture picture={picture} sizes="12rem" from={160} to={480} />}
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
}
