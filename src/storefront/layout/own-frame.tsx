import type { ReactNode } from 'react'
import { pickText } from '#i18n/pick-text.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import type { Frame, MenuGroup } from '#wire/frame.ts'
import type { FrameImage } from '#wire/shop-config.ts'
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

/** The theme's logo, or the shop's name. What it leads to is said by the link around it. */
export function Logo({ ctx }: { ctx: Ctx }): ReactNode {
  const { name } = ctx.shop.shop
  const { logo, images } = ctx.shop.frame
  const light = logo === null ? undefined : images?.get(logo.file)
  if (logo === null || light === undefined) return name
  const dark = logo.dark === null ? undefined : images?.get(logo.dark)
  return (
    <>
      <LogoImage image={light} height={logo.height} look={dark === undefined ? '' : ' logo-by-day'} />
      {dark !== undefined && <LogoImage image={dark} height={logo.height} look=" logo-by-night" />}
    </>
  )
}

function LogoImage({ image, height, look }: { image: FrameImage; height: number; look: string }): ReactNode {
  const width = Math.round((image.width / image.height) * height)
  // One that is not shown is not fetched.
  const loading = look === '' ? undefined : 'lazy'
  if (image.kind === 'drawing')
    return (
      <img
        className={`logo-image${look}`}
        src={image.src}
        width={width}
        height={height}
        alt=""
        loading={loading}
      />
    )
  const shown = { ...image, width, height, alt: '' }
  return (
    <Picture
      className={`logo-image${look}`}
      picture={shown}
      sizes={`${width}px`}
      from={96}
      to={640}
      urgency={look === '' ? 'eager' : 'lazy'}
      bare
    />
  )
}

/** The menu of a theme, in place of categories and collections. */
export function OwnMenu({ menu, ctx }: { menu: NonNullable<Frame['menu']>; ctx: Ctx }): ReactNode {
  const cards = menu.cards.flatMap(({ picture, ...entry }) => {
    const image = ctx.shop.frame.images?.get(picture.file)
    return entriesOf(ctx, [entry]).map((one) => ({
      ...one,
      picture: image?.kind === 'picture' ? { ...image, alt: '' } : null,
    }))
  })
  return (
    <>
      <ul className="menu-groups">
        {groupsOf(ctx, menu.groups).map(({ text, href, entries }, index) => (
          <li key={index} className="menu-group">
            {href === null ? (
              <p className="menu-head">{text}</p>
            ) : (
              <a className="menu-head" href={href}>
                {text}
              </a>
            )}
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
      {cards.length > 0 && (
        <div className="menu-collections">
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
        </div>
      )}
    </>
  )
}

/** Where else the shop can be found. */
export function SocialLinks({ ctx }: { ctx: Ctx }): ReactNode {
  const { social } = ctx.shop.frame
  if (social.length === 0) return null
  return (
    <ul className="footer-social">
      {social.map(({ name, href }) => (
        <li key={href}>
          <a href={href} rel="me noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
