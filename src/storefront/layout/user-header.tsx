import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Icon } from '#ui/icon.tsx'
import { linksFor } from '#wire/links.ts'

/**
 * The way to the account, or to signing in. Pages are the same for everybody, so both links are there: without scripts
 * the first is shown, which leads who is signed in on to the account; `frame.browser.ts` says which it is.
 */
export function UserHeader({
  ctx: { t, shop, langPath },
  className,
  isHidden = false,
}: {
  ctx: Ctx
  className?: string
  /** The words are for screen readers alone. */
  isHidden?: boolean
}): ReactNode {
  const links = linksFor(shop.router, langPath)
  const words = isHidden ? 'visually-hidden' : undefined
  return (
    <>
      <a className={`for-guests ${className ?? ''}`.trimEnd()} href={links.signIn()} data-page="auth">
        <Icon name="account" />
        <span className={words}>{t('frame.sign_in')}</span>
      </a>
      <a
        className={`for-customers ${className ?? ''}`.trimEnd()}
        href={links.user('center')}
        data-page="user"
      >
        <Icon name="account" />
        <span className={words}>{t('frame.account')}</span>
      </a>
    </>
  )
}
