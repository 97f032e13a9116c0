import type { ReactNode } from 'react'
import { fullName } from '#domain/person/person-name.ts'
import { definePage } from '#platform/server/pages/page.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { info } from '../actions/profile.ts'
import type * as contract from '../contract/user.ts'
import { Area, areaMeta, areaPage, Section, SignOut } from '../parts/area.tsx'

/** Who the customer is, and how it signs in. */
export default definePage<Output<typeof contract.info>>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const answer = await info(ctx, {})
    return answer.ok ? { kind: 'page', data: answer.value, tags: [] } : { kind: 'missing', status: 404 }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.account'), ctx),

  pageData: () => null,

  View({ data: { number, firstName, lastName, nickname, email, mobile, hasPassword }, ctx }): ReactNode {
    const { t } = ctx
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const none = t('user.none')
    const names = fullName({ firstName, lastName, country: '' })
    return (
      <Area part="account" title={t('user.menu.account')} ctx={ctx}>
        <Section title={t('user.who')}>
          <dl className="area-rows">
            <Row name={t('user.name')}>{names || none}</Row>
            <Row name={t('user.nickname')}>{nickname || none}</Row>
            <Row name={t('user.number')}>{number}</Row>
          </dl>
          <a href={links.user('info')}>{t('user.edit')}</a>
        </Section>
        <Section title={t('user.ways')}>
          <dl className="area-rows">
            <Row name={t('user.email')}>{email ?? none}</Row>
            <Row name={t('user.mobile')}>{mobile ?? none}</Row>
            <Row name={t('user.password')}>
              {t(hasPassword ? 'user.password_has' : 'user.password_hasnt')}
            </Row>
          </dl>
          <a href={links.user('security')}>{t('user.menu.security')}</a>
        </Section>
        <Section title={t('user.yours')}>
          <p>{t('user.yours_text')}</p>
          <a href={links.user('log')}>{t('user.menu.log')}</a>
        </Section>
        <SignOut ctx={ctx} />
      </Area>
    )
  },
})

function Row({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
