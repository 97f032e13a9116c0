import type { ReactNode } from 'react'
import type { Identity } from '#features/account/queries/identities.ts'
import { veil } from '#features/account/rules/account-name.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'

/** On the security page: what the customer signs in with, and the way to closing the account. */
export function IdentitySection({
  identities,
  ctx,
}: {
  identities: readonly Identity[]
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <>
      <section className="area-section" aria-label={t('identity.title')}>
        <h2>{t('identity.title')}</h2>
        <p className="area-note">{t('identity.text')}</p>
        <dl className="area-rows">
          {(['email', 'mobile'] as const).map((kind) => (
            <div key={kind}>
              <dt>{t(`identity.${kind}`)}</dt>
              <dd>
                <Shown identity={identities.find((one) => one.kind === kind) ?? null} ctx={ctx} />
              </dd>
            </div>
          ))}
        </dl>
        <a href={links.user('security/identity')}>{t('identity.change')}</a>
        {identities.some(({ kind, verifiedAt }) => kind === 'email' && verifiedAt === null) && (
          <form action={links.form('user/sendVerifyEmail')} method="post">
            <Button type="submit" look="quiet">
              {t('identity.verify')}
            </Button>
          </form>
        )}
      </section>
      <section className="area-section" aria-label={t('identity.close')}>
        <h2>{t('identity.close')}</h2>
        <p className="area-note">{t('identity.close_text')}</p>
        <a href={links.user('security/close')}>{t('identity.close')}</a>
      </section>
    </>
  )
}

function Shown({ identity, ctx: { t } }: { identity: Identity | null; ctx: Ctx }): ReactNode {
  if (identity === null) return t('identity.none')
  return (
    <>
      {veil(identity)} {identity.verifiedAt === null && <Badge kind="info">{t('identity.unproven')}</Badge>}
    </>
  )
}
