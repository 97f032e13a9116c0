import type { ReactNode } from 'react'
import type { Identity } from '#features/account/queries/identities.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Badge } from '#ui/badge.tsx'
import { linksFor } from '#wire/links.ts'
import { Section } from './area.tsx'

interface RecoverySectionProps {
  identities: readonly Identity[]
  /** How many passkeys the customer has. */
  passkeys: number
  ctx: Ctx
}

/**
 * On the page of security: by which ways a customer who has lost the password or a device gets in again, and which of
 * them are missing. Source: "restore settings" of the specification.
 */
export function RecoverySection({ identities, passkeys, ctx }: RecoverySectionProps): ReactNode {
  const { t } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const isProven = (kind: Identity['kind']): boolean =>
    identities.some((one) => one.kind === kind && one.verifiedAt !== null)
  const ways = [
    { name: t('identity.email'), isReady: isProven('email') },
    { name: t('identity.mobile'), isReady: isProven('mobile') },
    { name: t('passkey.title'), isReady: passkeys > 0 },
  ]
  return (
    <Section title={t('user.recovery')}>
      <p className="area-note">{t('user.recovery_text')}</p>
      <dl className="area-rows">
        {ways.map(({ name, isReady }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Badge kind={isReady ? 'success' : 'info'}>
                {t(isReady ? 'user.recovery_ready' : 'user.recovery_missing')}
              </Badge>
            </dd>
          </div>
        ))}
      </dl>
      {ways.filter(({ isReady }) => isReady).length < 2 && <p>{t('user.recovery_two')}</p>}
      <div className="area-ways">
        <a href={links.forget()}>{t('user.recovery_password')}</a>
        <a href={links.user('security/identity')}>{t('identity.title')}</a>
      </div>
    </Section>
  )
}
