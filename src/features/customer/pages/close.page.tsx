import type { ReactNode } from 'react'
import { ownCustomer } from '#features/account/rules/own-customer.ts'
import { freshOrConfirm } from '#features/account/rules/fresh.ts'
import { belongingsOf, type Belongings } from '#features/identity/queries.ts'
import { formatMoney } from '#i18n/format.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox, Field, FieldNotes, noted } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { Area, areaMeta, areaPage, fieldId, Section } from '../parts/area.tsx'

interface Data extends Belongings {
  /** What is typed to confirm it. */
  account: string
}

/** Closes the account: first what that means, then the form. */
export default definePage<Data>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const gone = await freshOrConfirm(ctx, links.user('security/close'))
    if (gone !== null) return gone
    const { customer } = (await ctx.who()).session!
    const [row, belongings] = await Promise.all([
      ownCustomer(ctx.db, customer),
      belongingsOf(ctx.db, customer, ctx),
    ])
    const { email, mobile, number } = row
    return { kind: 'page', data: { ...belongings, account: email ?? mobile ?? number }, tags: [] }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('identity.close'), ctx),

  pageData: () => null,

  View({ data: { account, orders, openOrders, credit, coming, creditReturns }, ctx }): ReactNode {
    const { t, lang } = ctx
    const { posted } = ctx.visitor
    const forfeitError = posted?.errors['forfeit']
    const textOf = (sums: Belongings['credit']): string =>
      sums.map(({ amount, currency }) => formatMoney(amount, currency, lang)).join(' + ')
    return (
      <Area part="security" title={t('identity.close')} lead={t('identity.close_text')} ctx={ctx}>
        <Section title={t('identity.close.deleted')}>
          <p>{t('identity.close.deleted_text')}</p>
        </Section>
        <Section title={t('identity.close.kept')}>
          <p>{t('identity.close.kept_text', { count: orders })}</p>
          {creditReturns > 0 && <p>{t('identity.close.credit_returns')}</p>}
          {openOrders > 0 && <p>{t('identity.close.open', { count: openOrders })}</p>}
        </Section>
        <Section title={t('identity.close.do')}>
          <form
            className="area-form"
            action={linksFor(ctx.shop.router, ctx.langPath).form('user/close')}
            method="post"
            noValidate
          >
            {credit.length + coming.length > 0 && (
              <>
                {credit.length > 0 && <p>{t('identity.close.credit', { amount: textOf(credit) })}</p>}
                {coming.length > 0 && <p>{t('identity.close.credit_coming', { amount: textOf(coming) })}</p>}
                <Checkbox
                  id={fieldId('forfeit')}
                  name="forfeit"
                  value="on"
                  defaultChecked={posted?.values['forfeit']?.includes('on') ?? false}
                  {...noted({ id: fieldId('forfeit'), error: forfeitError })}
                >
                  {t('identity.close.forfeit')}
                </Checkbox>
                <FieldNotes id={fieldId('forfeit')} error={forfeitError} />
              </>
            )}
            <Field
              id={fieldId('confirmation')}
              name="confirmation"
              label={t('identity.close.confirm', { account })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              defaultValue={posted?.values['confirmation']?.at(-1) ?? ''}
              error={posted?.errors['confirmation']}
            />
            <Button type="submit">{t('identity.close.do')}</Button>
          </form>
        </Section>
      </Area>
    )
  },
})
