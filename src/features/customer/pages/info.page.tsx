import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, TextArea } from '#ui/forms/field.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { info } from '../actions/profile.ts'
import type * as contract from '../contract/user.ts'
import { Area, areaMeta, areaPage, fieldId, Section } from '../parts/area.tsx'
import { AvatarSection } from './avatar-section.tsx'

type User = Output<typeof contract.info>

export default definePage<User>({
  ...areaPage,
  query: [],

  async load(ctx) {
    const answer = await info(ctx, {})
    return answer.ok ? { kind: 'page', data: answer.value, tags: [] } : { kind: 'missing', status: 404 }
  },

  meta: (_data, ctx) => areaMeta(ctx.t('user.menu.info'), ctx),

  pageData: () => null,

  View({ data: user, ctx }): ReactNode {
    const { t } = ctx
    const none = t('user.none')
    return (
      <Area part="info" title={t('user.menu.info')} ctx={ctx}>
        <AvatarSection user={user} ctx={ctx} />
        <Names user={user} ctx={ctx} />
        <About user={user} ctx={ctx} />
        <Section title={t('user.contact')}>
          <dl className="area-rows">
            <div>
              <dt>{t('user.email')}</dt>
              <dd>{user.email ?? none}</dd>
            </div>
            <div>
              <dt>{t('user.mobile')}</dt>
              <dd>{user.mobile ?? none}</dd>
            </div>
            <div>
              <dt>{t('user.password')}</dt>
              <dd>
                {t(user.hasPassword ? 'user.password_has' : 'user.password_hasnt')}
                <br />
                <a href={linksFor(ctx.shop.router, ctx.langPath).user('security')}>
                  {t('user.password_change')}
                </a>
              </dd>
            </div>
          </dl>
        </Section>
      </Area>
    )
  },
})

/** A field as it was typed, if its form has come back; else as it is stored. */
function field(name: string, stored: string, { visitor }: Ctx) {
  return {
    id: fieldId(name),
    name,
    defaultValue: visitor.posted?.values[name]?.at(-1) ?? stored,
    error: visitor.posted?.errors[name],
  }
}

function Names({ user, ctx }: { user: User; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const isFamilyFirst = ctx.lang.startsWith('zh')
  const first = (
    <Field
      key="firstName"
      {...field('firstName', user.firstName, ctx)}
      label={t('user.first_name')}
      autoComplete="given-name"
      required
      maxLength={100}
    />
  )
  const last = (
    <Field
      key="lastName"
      {...field('lastName', user.lastName, ctx)}
      label={t('user.last_name')}
      autoComplete="family-name"
      required
      maxLength={100}
    />
  )
  return (
    <Section title={t('user.names')}>
      <form
        className="area-form"
        action={linksFor(ctx.shop.router, ctx.langPath).form('user/editName')}
        method="post"
        noValidate
      >
        <div className="area-pair">{isFamilyFirst ? [last, first] : [first, last]}</div>
        <Button type="submit">{t('user.save')}</Button>
      </form>
    </Section>
  )
}

function About({ user, ctx }: { user: User; ctx: Ctx }): ReactNode {
  const { t } = ctx
  return (
    <Section title={t('user.about')}>
      <form
        className="area-form"
        action={linksFor(ctx.shop.router, ctx.langPath).form('user/editInfo')}
        method="post"
        noValidate
      >
        <Field
          {...field('nickname', user.nickname, ctx)}
          label={t('user.nickname')}
          help={t('user.nickname_help')}
          autoComplete="nickname"
          maxLength={100}
        />
        <TextArea {...field('bio', user.bio, ctx)} label={t('user.bio')} maxLength={1000} />
        <Field
          {...field('birthday', user.birthday ?? '', ctx)}
          label={t('user.birthday')}
          type="date"
          autoComplete="bday"
          min="1900-01-01"
          max={ctx.now.toISOString().slice(0, 10)}
        />
        <Button type="submit">{t('user.save')}</Button>
      </form>
    </Section>
  )
}
