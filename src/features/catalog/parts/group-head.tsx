import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import { Breadcrumbs, type Crumb } from '#ui/breadcrumbs.tsx'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import { linksFor } from '#wire/links.ts'

interface GroupHeadProps {
  ctx: Ctx
  /** The kind of group, above its name. */
  kicker?: string
  name: string
  /** HTML, sanitised when it was stored. */
  description?: string
  /** From the root down, without home. */
  trail?: readonly Crumb[]
  /** Large, next to the text. */
  picture?: PictureSource | null
  /** Links to its subgroups. */
  parts?: readonly { id: number; name: string; href: string }[]
}

export const groupPictureSizes = '(min-width: 48em) 50vw, 96vw'

/** The top of a listing: breadcrumbs, name, text, subgroups. */
export function GroupHead({
  ctx,
  kicker,
  name,
  description = '',
  trail = [],
  picture = null,
  parts = [],
}: GroupHeadProps): ReactNode {
  const { t } = ctx
  const home = { name: t('catalog.home'), href: linksFor(ctx.shop.router, ctx.langPath).home() }
  return (
    <>
      <Breadcrumbs trail={[home, ...trail]} here={name} label={t('catalog.breadcrumbs')} />
      <div className={picture ? 'group-head group-head-pictured' : 'group-head'}>
        <div className="group-head-text">
          {kicker !== undefined && <p className="group-head-kicker">{kicker}</p>}
          <h1>{name}</h1>
        </div>
        {description !== '' && (
          <div className="group-head-description">
            <Raw html={description} />
          </div>
        )}
        {picture && (
          <Picture
            className="group-head-picture"
            picture={picture}
            sizes={groupPictureSizes}
            from={480}
            to={1920}
            urgency="high"
          />
        )}
        {parts.length > 0 && (
          <nav className="group-head-parts" aria-label={t('catalog.subcategories', { name })}>
            <ul>
              {parts.map((part) => (
                <li key={part.id}>
                  <a href={part.href} data-page="category">
                    {part.name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </>
  )
}
