import type { ReactNode } from 'react'
import { PasskeyWay } from '#features/account/parts/passkey-way.tsx'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import { passkeysOf } from '#features/passkeys/queries/passkeys.ts'
import { ProofField } from '#features/second-factor/parts/proof-field.tsx'
import { hasFactor } from '#features/second-factor/queries/factors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { safePath } from '#wire/safe-path.ts'
import { Area, areaMeta, areaPage, fieldId, Section } from '../parts/area.tsx'
import { ProofCode, SendProof } from '../parts/proof-code.tsx'

interface Data {
  hasPassword: boolean
  /** The second factor is asked for as well. */
  wantsFactor: boolean
  hasPasskey: boolean
  /** "Remember this device", which a passkey's new session takes over. */
  isKept: boolean
  /** Own path to go on at. */
  next: string
}

/**
 * Proves anew who is signed in, before a change that asks for it: by the password, or by a code, with the second factor
 * where there is one; or by signing in anew with a passkey.
 */
export default definePage<Data>({
  ...areaPage,
  query: ['next'],

  async load(ctx, _params, query) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const next = safePath(query.get('next')) ?? links.user('security')
    const { session } = await ctx.who()
    if (session!.isFresh && ctx.visitor.posted === null) return { kind: 'redirect', to: next, status: 303 }
    const { customer, isKept } = session!
    const [{ hasPassword }, wantsFactor, passkeys] = await Promise.all([
      ownCustomer(ctx.db, customer),
      hasFactor(ctx.db, customer),
      passkeysOf(ctx.db, customer),
    ])
    const hasPasskey = passkeys.length > 0
    return { kind: 'page', data: { hasPassword, wantsFactor, hasPasskey, isKept, next }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.confirm'), ctx),

  pageData: () => null,

  View({ data: { hasPassword, wantsFactor, hasPasskey, isKept, next }, ctx }): ReactNode {
    const { t } = ctx
    const confirmed = linksFor(ctx.shop.router, ctx.langPath).confirm(next)
    return (
      <Area part="security" title={t('user.confirm')} lead={t('user.confirm_text')} ctx={ctx}>
        {hasPasskey && (
          <Section title={t('user.confirm_passkey')}>
            <PasskeyWay next={next} on="load" keeps={isKept} ctx={ctx} />
          </Section>
        )}
        {wantsFactor ? (
          <Section title={t('user.confirm_both')}>
            <p className="area-note">
              {t(hasPassword ? 'user.confirm_both_text' : 'user.confirm_both_code_text')}
            </p>
            <SendProof next={confirmed} ctx={ctx} />
            <ProofForm next={next} ctx={ctx}>
              {hasPassword && <Password required={false} ctx={ctx} />}
              <ProofCode label={t(hasPassword ? 'user.proof_or_code' : 'user.proof_code')} ctx={ctx} />
              <ProofField id={fieldId('factor')} ctx={ctx} />
            </ProofForm>
          </Section>
        ) : (
          <>
            {hasPassword && (
              <Section title={t('user.confirm_password')}>
                <ProofForm next={next} ctx={ctx}>
                  <Password required ctx={ctx} />
                </ProofForm>
              </Section>
            )}
            <Section title={t('user.confirm_code')}>
              <SendProof next={confirmed} ctx={ctx} />
              <ProofForm next={next} ctx={ctx}>
                <ProofCode label={t('user.proof_code')} ctx={ctx} />
              </ProofForm>
            </Section>
          </>
        )}
      </Area>
    )
  },
})

function ProofForm({ next, ctx, children }: { next: string; ctx: Ctx; children: ReactNode }): ReactNode {
  const { t, shop, langPath } = ctx
  return (
    <form
      className="area-form"
      action={linksFor(shop.router, langPath).form('user/confirm')}
      method="post"
      noValidate
    >
      <input type="hidden" name="next" value={next} />
      {children}
      <Button type="submit">{t('user.confirm_do')}</Button>
    </form>
  )
}

function Password({ required, ctx: { t, visitor } }: { required: boolean; ctx: Ctx }): ReactNode {
  return (
    <Island
      name="input-password"
      k="current"
      props={{
        id: fieldId('current'),
        name: 'current',
        label: t('user.password_current'),
        autoComplete: 'current-password',
        required,
        help: null,
        error: visitor.posted?.errors['current'] ?? null,
        showText: t('user.password_show'),
        hideText: t('user.password_hide'),
      }}
    />
  )
}
