import type { ReactNode } from 'react'
import { pendingCode } from '#features/account/queries/codes.ts'
import { identitiesOf, type Identity } from '#features/account/queries/identities.ts'
import type { AccountKind, AccountName } from '#features/account/rules/account-name.ts'
import { deviceOf } from '#features/account/rules/browser.ts'
import { freshOrConfirm } from '#features/account/rules/fresh.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { dialRegions } from '#ui/forms/dial-codes.ts'
import { Field, Select } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, fieldId, Section } from '../parts/area.tsx'

interface Data {
  identities: Identity[]
  /** What a code was sent to from this browser, and still works. */
  pending: AccountName | null
}

/** Changes and removes the e-mail address and the mobile number: a code first, then the change. */
export default definePage<Data>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const gone = await freshOrConfirm(ctx, links.user('security/identity'))
    if (gone !== null) return gone
    const { customer } = (await ctx.who()).session!
    const device = deviceOf(ctx)
    const [identities, pending] = await Promise.all([
      identitiesOf(ctx.db, customer),
      device === null ? null : pendingCode(ctx.db, 'change', device, ctx.now),
    ])
    return { kind: 'page', data: { identities, pending }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('identity.title'), ctx),

  pageData: () => null,

  View({ data: { identities, pending }, ctx }): ReactNode {
    const { t } = ctx
    return (
      <Area part="security" title={t('identity.title')} lead={t('identity.text')} ctx={ctx}>
        {(['email', 'mobile'] as const).map((kind) => (
          <Change
            key={kind}
            kind={kind}
            own={identities.find((one) => one.kind === kind) ?? null}
            isOnly={identities.length < 2}
            pending={pending?.kind === kind ? pending.account : null}
            ctx={ctx}
          />
        ))}
      </Area>
    )
  },
})

interface ChangeProps {
  kind: AccountKind
  own: Identity | null
  isOnly: boolean
  pending: string | null
  ctx: Ctx
}

function Change({ kind, own, isOnly, pending, ctx }: ChangeProps): ReactNode {
  const { t } = ctx
  const form = linksFor(ctx.shop.router, ctx.langPath).form
  const posted = postedOf(kind, ctx)
  const sentTo =
    posted?.values['code'] === undefined ? pending : (posted.values['account']?.at(-1) ?? pending)
  return (
    <Section title={t(`identity.${kind}`)}>
      <p>{own?.account ?? t('identity.none')}</p>
      <p className="area-note">{t('identity.step')}</p>
      <SendForm kind={kind} ctx={ctx} />
      {sentTo !== null && (
        <form
          className="area-form"
          action={form(kind === 'email' ? 'user/editEmail' : 'user/editMobile')}
          method="post"
          noValidate
        >
          <input type="hidden" name="account" value={sentTo} />
          {kind === 'mobile' && <input type="hidden" name="countryCode" value="" />}
          <p>{sentTo}</p>
          <Field
            id={idOf(kind, 'code', ctx)}
            name="code"
            label={t('identity.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            error={posted?.errors['code']}
          />
          <Button type="submit">{t('identity.save')}</Button>
        </form>
      )}
      {own !== null && !isOnly && (
        <form action={form('user/removeIdentity')} method="post">
          <input type="hidden" name="kind" value={kind} />
          <Button type="submit" look="quiet">
            {t(`identity.remove_${kind}`)}
          </Button>
        </form>
      )}
    </Section>
  )
}

function SendForm({ kind, ctx }: { kind: AccountKind; ctx: Ctx }): ReactNode {
  const { t, lang } = ctx
  const posted = postedOf(kind, ctx)
  const typed = (name: string): string => posted?.values[name]?.at(-1) ?? ''
  return (
    <form
      className="area-form"
      action={linksFor(ctx.shop.router, ctx.langPath).form('user/sendChangeCode')}
      method="post"
      noValidate
    >
      <Field
        id={idOf(kind, 'account', ctx)}
        name="account"
        label={t(`identity.new_${kind}`)}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        maxLength={254}
        defaultValue={typed('account')}
        error={posted?.errors['account']}
      />
      {kind === 'mobile' && (
        <Select
          id={idOf(kind, 'countryCode', ctx)}
          name="countryCode"
          label={t('auth.country_code')}
          autoComplete="tel-country-code"
          defaultValue={typed('countryCode')}
          error={posted?.errors['countryCode']}
        >
          <option value="">{t('auth.country_code_none')}</option>
          {dialRegions(lang).map(({ region, name, code }) => (
            <option key={region} value={code}>{`${name} (${code})`}</option>
          ))}
        </Select>
      )}
      <Button type="submit" look="quiet">
        {t('identity.send')}
      </Button>
    </form>
  )
}

/** A form that came back, where it was of this kind: those of numbers have a country. */
function postedOf(kind: AccountKind, { visitor }: Ctx) {
  const { posted } = visitor
  return posted !== null && (posted.values['countryCode'] === undefined) === (kind === 'email')
    ? posted
    : null
}

/** The summary of errors leads to the fields of the form that came back. */
function idOf(kind: AccountKind, field: string, ctx: Ctx): string {
  return postedOf(kind, ctx) === null ? fieldId(`${kind}-${field}`) : fieldId(field)
}
