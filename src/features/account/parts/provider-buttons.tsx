import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'

/**
 * A button for each provider that the shop is configured with; nothing where it has none. A plain form: nothing of a
 * provider is on the page before it is pressed.
 * @param next own path to go on at; empty for the account's own page
 */
export function ProviderButtons({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t, signInBy, shop, langPath } = ctx
  if (signInBy.size === 0) return null
  return (
    <form
      className="auth-providers"
      action={linksFor(shop.router, langPath).form('auth/oauthStart')}
      method="post"
    >
      <p>
        <span>{t('oauth.or')}</span>
      </p>
      <input type="hidden" name="next" value={next} />
      {[...signInBy.values()].map(({ name, title }) => (
        <Button key={name} type="submit" look="quiet" wide name="provider" value={name}>
          {t('oauth.with', { provider: name === 'wechat' ? t('oauth.wechat') : title })}
        </Button>
      ))}
    </form>
  )
}
