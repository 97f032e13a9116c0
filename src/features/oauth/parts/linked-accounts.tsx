import type { ReactNode } from 'react'
import { formatMoment } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { oauthAccounts } from '../actions/link.ts'
import type * as contract from '../contract/oauth.ts'

export type Linked = Output<typeof contract.oauthAccounts>

/** For the page that shows `LinkedAccounts`. */
export async function loadLinked(ctx: Ctx): Promise<Linked> {
  const answer = await oauthAccounts(ctx, {})
  return answer.ok ? answer.value : { accounts: [], providers: [] }
}

/** The accounts at other providers that sign in to this one. Nothing where there is none, and none to link. */
export function LinkedAccounts({ linked, ctx }: { linked: Linked; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const { accounts, providers } = linked
  if (accounts.length === 0 && providers.length === 0) return null
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <section className="area-section" aria-label={t('oauth.linked_title')}>
      <h2>{t('oauth.linked_title')}</h2>
      <p className="area-note">{t('oauth.linked_text')}</p>
      {accounts.length > 0 && (
        <ul className="area-rows">
          {accounts.map((account) => (
            <LinkedRow key={account.id} account={account} ctx={ctx} />
          ))}
        </ul>
      )}
      {providers.length > 0 && (
        <form className="area-ways" action={links.form('user/oauthLink')} method="post">
          {providers.map(({ name, title }) => (
            <Button key={name} type="submit" look="quiet" name="provider" value={name}>
              {t('oauth.link', { provider: title })}
            </Button>
          ))}
        </form>
      )}
    </section>
  )
}

function LinkedRow({ account, ctx }: { account: Linked['accounts'][number]; ctx: Ctx }): ReactNode {
  const { t, lang, shop, langPath } = ctx
  const { id, title, email, linkedAt, usedAt } = account
  const moment = (at: string): string => formatMoment(new Date(at), lang, shop.shop.delivery?.timeZone)
  return (
    <li>
      <div className="area-row-text">
        <strong>{title}</strong>
        {email !== null && <span className="area-note">{email}</span>}
        <span className="area-note">
          {t('oauth.linked_at', { moment: moment(linkedAt) })}
          {usedAt !== null && ` · ${t('oauth.used_at', { moment: moment(usedAt) })}`}
        </span>
      </div>
      <form action={linksFor(shop.router, langPath).form('user/oauthUnlink')} method="post">
        <input type="hidden" name="id" value={id} />
        <Button type="submit" look="quiet" aria-label={t('oauth.unlink_label', { provider: title })}>
          {t('oauth.unlink')}
        </Button>
      </form>
    </li>
  )
}
