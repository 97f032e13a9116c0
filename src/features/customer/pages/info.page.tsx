import type { ReactNode } from 'react'
import { publicName } from '#domain/person/public-name.ts'
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
    const links = linksFor(ctx.shop.router, ctx.langPath)
    const identity = links.user('security/identity')
    return (
      <Area part="info" title={t('user.menu.info')} ctx={ctx}>
        <AvatarSection user={user} ctx={ctx} />
        <Names user={user} ctx={ctx} />
        <About user={user} ctx={ctx} />
        <Section title={t('user.sign_in_details')}>
          <dl className="area-facts">
            <Fact label={t('user.email')} value={user.email} href={identity} ctx={ctx} />
            <Fact label={t('user.mobile')} value={user.mobile} href={identity} ctx={ctx} />
            <Fact
              label={t('user.password')}
              value={user.hasPassword ? t('user.password_has') : null}
              none={t('user.password_hasnt')}
              href={`${links.user('security')}#password`}
              ctx={ctx}
            />
          </dl>
        </Section>
      </Area>
    )
  },
})

/** What is known, and the way to where it is changed: that page asks for a proof. */
function Fact({
  label,
  value,
  none,
  href,
  ctx: { t },
}: {
  label: string
  value: string | null
  /** In place of a value; otherwise that there is none. */
  none?: string
  href: string
  ctx: Ctx
}): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? none ?? t('user.none')}</dd>
      <dd>
        <a href={href}>
          {t(value === null ? 'user.add' : 'user.change')} <span className="visually-hidden">{label}</span>
        </a>
      </dd>
    </div>
  )
}

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
          help={t('user.nickname_help', {
            name: publicName({ ...user, nickname: '' }) || t('comment.nameless'),
          })}
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
