import type { ReactNode } from 'react'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { safePath } from '#platform/server/serve.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, fieldId, Section } from '../parts/area.tsx'

interface Data {
  hasPassword: boolean
  /** Own path to go on at. */
  next: string
}

/** Proves anew who is signed in, before a change that asks for it: by the password, or by a code. */
export default definePage<Data>({
  ...areaPage,
  query: ['next'],

  async load(ctx, _params, query) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const next = safePath(query.get('next')) ?? links.user('security')
    const { session } = await ctx.who()
    if (session!.isFresh && ctx.visitor.posted === null) return { kind: 'redirect', to: next, status: 303 }
    const { hasPassword } = await ownCustomer(ctx.db, session!.customer)
    return { kind: 'page', data: { hasPassword, next }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.confirm'), ctx),

  pageData: () => null,

  View({ data: { hasPassword, next }, ctx }): ReactNode {
    const { t } = ctx
    return (
      <Area part="security" title={t('user.confirm')} lead={t('user.confirm_text')} ctx={ctx}>
        {hasPassword && <ByPassword next={next} ctx={ctx} />}
        <ByCode next={next} ctx={ctx} />
      </Area>
    )
  },
})

function ByPassword({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t, shop, langPath, visitor } = ctx
  return (
    <Section title={t('user.confirm_password')}>
      <form
        className="area-form"
        action={linksFor(shop.router, langPath).form('user/confirm')}
        method="post"
        noValidate
      >
        <input type="hidden" name="next" value={next} />
        <Island
          name="input-password"
          k="current"
          props={{
            id: fieldId('current'),
            name: 'current',
            label: t('user.password_current'),
            autoComplete: 'current-password',
            required: true,
            help: null,
            error: visitor.posted?.errors['current'] ?? null,
            showText: t('user.password_show'),
            hideText: t('user.password_hide'),
          }}
        />
        <Button type="submit">{t('user.confirm_do')}</Button>
      </form>
    </Section>
  )
}

function ByCode({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t, shop, langPath, visitor } = ctx
  const links = linksFor(shop.router, langPath)
  return (
    <Section title={t('user.confirm_code')}>
      <form className="area-form" action={links.form('user/sendProof')} method="post">
        <input type="hidden" name="next" value={links.confirm(next)} />
        <Button type="submit" look="quiet">
          {t('user.proof_send')}
        </Button>
      </form>
      <form className="area-form" action={links.form('user/confirm')} method="post" noValidate>
        <input type="hidden" name="next" value={next} />
        <Field
          id={fieldId('code')}
          name="code"
          label={t('user.proof_code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          error={visitor.posted?.errors['code']}
        />
        <Button type="submit">{t('user.confirm_do')}</Button>
      </form>
    </Section>
  )
}
