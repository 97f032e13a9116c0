import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Picture } from '#ui/picture.tsx'
import type { FrameImage } from '#wire/shop-config.ts'

/* What only some shops have in their header and footer: its stylesheet is that of what merchants place. */

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
