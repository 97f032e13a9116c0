import type { ReactNode } from 'react'
import { AuthPage, authMeta, authPage } from '#features/account/pages/auth-page.tsx'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import { momentText } from '#features/customer/parts/area.tsx'
import type { qrScan } from '#features/qr/contract.ts'
import { findTicket } from '#features/qr/queries.ts'
import { presentAsking } from '#features/qr/rules/asking.ts'
import { hashToken } from '#features/session/rules/cookies.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'

type Asking = Output<typeof qrScan>

type Data =
  | { state: 'asked'; ticket: string; asking: Asking; account: string }
  | { state: 'confirmed' | 'refused' | 'over' }

/**
 * Where a QR code leads on the phone: who asks to be signed in, from where and since when, and the decision. Looking
 * at it changes nothing; a call of its own says that it was scanned.
 */
export default definePage<Data>({
  ...authPage,
  query: ['ticket'],

  async load(ctx, _params, query) {
    const ticket = (query.get('ticket') ?? '').slice(0, 100)
    const { customer } = await ctx.who()
    if (customer === null) {
      const links = linksFor(ctx.shop.router, ctx.langPath)
      return { kind: 'redirect', to: links.signIn(links.qr(ticket)), status: 303 }
    }
    const [row, own] = await Promise.all([
      findTicket(ctx.db, hashToken(ticket)),
      ownCustomer(ctx.db, customer),
    ])
    const isOthers = row !== null && row.customer !== null && row.customer !== customer
    if (row === null || isOthers) return { kind: 'page', data: { state: 'over' }, tags: [], status: 410 }
    // What was decided is shown after its time, too.
    if (row.state === 'refused') return { kind: 'page', data: { state: 'refused' }, tags: [] }
    if (row.state === 'used' || (row.state === 'confirmed' && row.expiresAt > ctx.now))
      return { kind: 'page', data: { state: 'confirmed' }, tags: [] }
    if (row.expiresAt <= ctx.now) return { kind: 'page', data: { state: 'over' }, tags: [], status: 410 }
    const account = own.email ?? own.mobile ?? own.number
    const data: Data = { state: 'asked', ticket, asking: presentAsking(ctx, row), account }
    return { kind: 'page', data, tags: [] }
  },

  meta: (_data, ctx) => authMeta('auth-qr', ctx.t('qr.title'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    switch (data.state) {
      case 'asked':
        return (
          <AuthPage title={t('qr.title')} lead={t('qr.ask')} ctx={ctx}>
            <Decision {...data} ctx={ctx} />
          </AuthPage>
        )
      case 'confirmed':
        return (
          <AuthPage title={t('qr.confirmed.title')} lead={t('qr.confirmed.text')} ctx={ctx}>
            <ToSecurity ctx={ctx} />
          </AuthPage>
        )
      case 'refused':
        return (
          <AuthPage title={t('qr.refused.title')} lead={t('qr.refused.text')} ctx={ctx}>
            <ToSecurity ctx={ctx} />
          </AuthPage>
        )
      case 'over':
        return (
          <AuthPage title={t('qr.over.title')} lead={t('qr.over.text')} ctx={ctx}>
            {null}
          </AuthPage>
        )
    }
  },
})

function Decision({
  ticket,
  asking,
  account,
  ctx,
}: {
  ticket: string
  asking: Asking
  account: string
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  // oxlint-disable-next-line house/bare-ip -- shown to who is asked to confirm; it limits nothing
  const { browser, ip, isNear, askedAt } = asking
  const { posted } = ctx.visitor
  const facts = [
    [t('qr.browser'), browser || t('qr.browser_unknown')],
    [t('qr.place'), t(isNear ? 'qr.near' : 'qr.far', { ip })],
    [t('qr.time'), momentText(askedAt, ctx)],
    [t('qr.account'), account],
  ] as const
  return (
    <form
      className="auth-form"
      action={linksFor(ctx.shop.router, ctx.langPath).form('auth/qrConfirm')}
      method="post"
    >
      {posted !== null && (
        <p className="form-errors" role="alert">
          {posted.text}
        </p>
      )}
      <dl className="area-rows">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="auth-note">{t('qr.warning')}</p>
      <input type="hidden" name="ticket" value={ticket} />
      <Button type="submit" wide name="accept" value="yes">
        {t('qr.accept')}
      </Button>
      <Button type="submit" wide look="quiet" name="accept" value="no">
        {t('qr.refuse')}
      </Button>
      <Island name="qr-scan" k="qr-scan" on="load" props={{ ticket }} />
    </form>
  )
}

/** Where sessions are ended, of this account. */
function ToSecurity({ ctx }: { ctx: Ctx }): ReactNode {
  return (
    <ButtonLink href={linksFor(ctx.shop.router, ctx.langPath).user('security')} look="quiet">
      {ctx.t('qr.security')}
    </ButtonLink>
  )
}
