import type { ReactNode } from 'react'
import { listPasskeys } from '#features/passkeys/actions/manage.ts'
import type { listPasskeys as listPasskeysCall } from '#features/passkeys/contract.ts'
import { PasskeysSection } from '#features/passkeys/parts/passkeys-section.tsx'
import { LinkedAccounts, loadLinked, type Linked } from '#features/oauth/parts/linked-accounts.tsx'
import { identitiesOf, type Identity } from '#features/account/queries/identities.ts'
import { IdentitySection } from '#features/identity/parts/identity-section.tsx'
import type { Ctx } from '#platform/server/context.ts'
import { factorState, type FactorState } from '#features/second-factor/actions/read.ts'
import { FactorSection } from '#features/second-factor/parts/factor-section.tsx'
import { definePage } from '#platform/server/pages/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { activity } from '../actions/activity.ts'
import { security } from '../actions/security.ts'
import type * as contract from '../contract/user.ts'
import { methodText } from '../rules/event-text.ts'
import { PasswordForm } from './password-form.tsx'
import { Area, areaMeta, areaPage, momentText, Section } from '../parts/area.tsx'
import { EventLines } from '../parts/event-lines.tsx'
import { RecoverySection } from '../parts/recovery-section.tsx'

/** Of what happened last, so much stands here. */
const mostRecent = 3

interface Data extends Output<typeof contract.security> {
  passkeys: Output<typeof listPasskeysCall>
  linked: Linked
  factor: FactorState
  identities: Identity[]
  recent: Output<typeof contract.activity>['events']
  /** Who it is was proven lately. */
  isFresh: boolean
}

export default definePage<Data>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const { customer, isFresh } = (await ctx.who()).session!
    const [answer, passkeys, linked, factor, identities, happened] = await Promise.all([
      security(ctx, {}),
      listPasskeys(ctx, {}),
      loadLinked(ctx),
      factorState(ctx),
      identitiesOf(ctx.db, customer),
      activity(ctx, { page: 1 }),
    ])
    if (!answer.ok || !passkeys.ok || !happened.ok) return { kind: 'missing', status: 404 }
    const recent = happened.value.events.slice(0, mostRecent)
    const parts = { passkeys: passkeys.value, linked, factor, identities, recent, isFresh }
    return { kind: 'page', data: { ...answer.value, ...parts }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.security'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { checksEmail, hasPassword, sessions, passkeys, linked, factor, identities, recent, isFresh } = data
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <Area part="security" title={t('user.menu.security')} ctx={ctx}>
        <Section title={t('user.verification')}>
          <p>{t('user.verification_text')}</p>
          <form className="area-ways" action={links.form('user/loginVerification')} method="post">
            <Badge kind={checksEmail ? 'success' : 'info'}>
              {t(checksEmail ? 'user.verification_is_on' : 'user.verification_is_off')}
            </Badge>
            <input type="hidden" name="on" value={checksEmail ? 'off' : 'on'} />
            <Button type="submit" look="quiet">
              {t(checksEmail ? 'user.verification_turn_off' : 'user.verification_turn_on')}
            </Button>
          </form>
        </Section>
        <Section title={t('user.sessions')}>
          <p className="area-note">{t('user.sessions_text')}</p>
          <ul className="area-rows">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} ctx={ctx} />
            ))}
          </ul>
          <form className="area-ways" action={links.form('auth/signOutAll')} method="post">
            <Button type="submit" look="quiet">
              {t('user.sessions_all')}
            </Button>
            <span className="area-note">{t('user.sessions_all_text')}</span>
          </form>
        </Section>
        <PasskeysSection list={passkeys} ctx={ctx} />
        <PasswordForm hasPassword={hasPassword} wantsFactor={factor.isOn && !isFresh} ctx={ctx} />
        <FactorSection state={factor} ctx={ctx} />
        <RecoverySection identities={identities} passkeys={passkeys.passkeys.length} ctx={ctx} />
        <LinkedAccounts linked={linked} ctx={ctx} />
        <Section title={t('user.recent')}>
          <ul className="area-rows">
            {recent.map((event) => (
              <li key={event.id}>
                <EventLines event={event} ctx={ctx} />
              </li>
            ))}
          </ul>
          <a href={links.user('security/activity')}>{t('user.recent_all')}</a>
        </Section>
        <IdentitySection identities={identities} ctx={ctx} />
      </Area>
    )
  },
})

function SessionRow({ session, ctx }: { session: Data['sessions'][number]; ctx: Ctx }): ReactNode {
  const { t } = ctx
  // oxlint-disable-next-line house/bare-ip -- shown to the customer, as the specification asks; it limits nothing
  const { id, isThis, ip, usedAt, beganAt } = session
  const browser = session.browser || t('user.device_unknown')
  const method = methodText(session.method, t)
  return (
    <li>
      <div className="area-row-text">
        <strong>
          {browser}
          {isThis && <Badge kind="success">{t('user.session_this')}</Badge>}
        </strong>
        <span className="area-note">
          {ip} · {t('user.session_used', { moment: momentText(usedAt, ctx) })}
        </span>
        <span className="area-note">
          {t('user.session_began', { moment: momentText(beganAt, ctx), method })}
        </span>
      </div>
      {!isThis && (
        <form action={linksFor(ctx.shop.router, ctx.langPath).form('user/endSession')} method="post">
          <input type="hidden" name="id" value={id} />
          <Button type="submit" look="quiet" aria-label={t('user.session_end_label', { browser })}>
            {t('user.session_end')}
          </Button>
        </form>
      )}
    </li>
  )
}
