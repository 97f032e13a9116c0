import type { ReactNode } from 'react'
import { formatMoment } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { PageHead } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { FormErrors } from '#ui/forms/form-errors.tsx'
import { linksFor } from '#wire/links.ts'
import type { UserPage } from '#wire/paths.ts'
import { areaCounts } from '../rules/area-counts.ts'
import { AsideMenu } from './aside-menu.tsx'

/** Shared by the pages of the account area: for customers alone, never cached, found by no search engine. */
export const areaPage = {
  name: 'user',
  visibility: 'private',
  needs: 'customer',
  styles: ['account', 'area'],
} as const

/** Favourites are a guest's, too, and so have a page of their own. */
export type AreaPart = UserPage | 'favorite'

const menu = {
  center: 'user.menu.center',
  order: 'user.menu.order',
  account: 'user.menu.account',
  address: 'user.menu.address',
  favorite: 'favorite.title',
  info: 'user.menu.info',
  security: 'user.menu.security',
  log: 'user.menu.log',
  return: 'return.title',
  credit: 'user.menu.credit',
  coupon: 'user.menu.coupon',
  article: 'user.menu.article',
  notifications: 'user.menu.notifications',
  review: 'review.mine',
} as const satisfies Partial<Record<AreaPart, string>>

export function areaMeta(title: string, { t, shop }: Ctx): PageHead {
  return { title: `${title} – ${shop.shop.name}`, description: t('user.description'), noindex: true }
}

/** A moment in the shop's time zone; ISO 8601 in. */
export function momentText(at: string, { lang, shop }: Ctx): string {
  return formatMoment(new Date(at), lang, shop.shop.delivery?.timeZone)
}

/** The menu beside, the title, the message of the last form, and the page's own. */
export function Area({
  part,
  title,
  lead,
  saysFaults = true,
  isWide = false,
  ctx,
  children,
}: {
  part: AreaPart
  title: string
  lead?: string
  /** False where the form itself says all that is wrong with it. */
  saysFaults?: boolean
  /** For pictures side by side: as wide as there is room. */
  isWide?: boolean
  ctx: Ctx
  children: ReactNode
}): ReactNode {
  const { t, shop } = ctx
  const links = linksFor(shop.router, ctx.langPath)
  const parts = (Object.keys(menu) as (keyof typeof menu)[]).filter(
    (one) => one !== 'favorite' || shop.theme.showFavorite,
  )
  const unpaid = areaCounts(ctx)?.unpaid ?? 0
  const items = parts.map((one) => ({
    href: one === 'favorite' ? links.favourites() : links.user(one),
    text: t(menu[one]),
    isHere: one === part || part.startsWith(`${one}/`),
    note:
      one === 'order' && unpaid > 0
        ? { text: `${unpaid}`, label: t('user.unpaid', { count: unpaid }) }
        : null,
  }))
  return (
    <div className="area container container-xl">
      <AsideMenu label={t('user.menu')} page="user" items={items}>
        <SignOut ctx={ctx} />
      </AsideMenu>
      <div className={isWide ? 'area-main area-wide' : 'area-main'}>
        <header>
          <h1>{title}</h1>
          {lead !== undefined && <p className="area-lead">{lead}</p>}
        </header>
        {(saysFaults || ctx.visitor.posted === null) && <Message ctx={ctx} />}
        {children}
      </div>
    </div>
  )
}

/** What the last form did, or why it did not. */
function Message({ ctx: { visitor, t } }: { ctx: Ctx }): ReactNode {
  const { posted, notice } = visitor
  if (posted !== null) {
    const errors = Object.entries(posted.errors)
    if (errors.length === 0)
      return (
        <p className="form-errors" role="alert">
          {posted.text}
        </p>
      )
    return (
      <FormErrors
        title={t('user.errors', { count: errors.length })}
        errors={errors.map(([field, text]) => ({ id: fieldId(field), text }))}
      />
    )
  }
  if (notice === null) return null
  return (
    <p className="area-notice" role={notice.kind === 'refused' ? 'alert' : 'status'}>
      {notice.text}
    </p>
  )
}

/** Ids of the fields of the area's forms. */
export function fieldId(field: string): string {
  return `user-${field}`
}

export function SignOut({ ctx: { t, shop, langPath } }: { ctx: Ctx }): ReactNode {
  return (
    <form action={linksFor(shop.router, langPath).form('auth/signOut')} method="post">
      <Button type="submit" look="plain">
        {t('user.sign_out')}
      </Button>
    </form>
  )
}

/** @param id where links to it lead */
export function Section({
  id,
  title,
  children,
}: {
  id?: string
  title: string
  children: ReactNode
}): ReactNode {
  return (
    <section id={id} className="area-section" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
