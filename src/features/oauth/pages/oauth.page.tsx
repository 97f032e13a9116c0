import type { ReactNode } from 'react'
import { AuthPage, authMeta, authPage, leaveWhenSignedIn } from '#features/account/pages/auth-page.tsx'
import { idOf, Kept } from '#features/account/pages/posted-fields.tsx'
import {
  AccountField,
  CodeField,
  Faults,
  KeepBox,
  type Errors,
} from '#features/account/parts/auth-fields.tsx'
import { deviceOf } from '#features/account/rules/browser.ts'
import type { Ctx } from '#platform/server/context.ts'
import { definePage } from '#platform/server/pages/page.ts'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { findArrival } from '../queries/flows.ts'
import { titleOf } from '../rules/title.ts'

interface Data {
  /** As shoppers know it. */
  provider: string
  /** As the provider names it; empty where it names none. */
  email: string
  /** Where the last code was sent; null before one was, and for who wants another address. */
  asked: string | null
  next: string
}

/**
 * After the first sign-in by a provider: the shopper proves an address. It decides whose account it is, and whether one
 * is made.
 */
export default definePage<Data>({
  ...authPage,
  query: ['other'],

  async load(ctx, _params, query) {
    const device = deviceOf(ctx)
    const arrival = device === null ? null : await findArrival(ctx.db, device, ctx.now)
    const left = await leaveWhenSignedIn(ctx, arrival?.next ?? '')
    if (left !== null) return left
    const links = linksFor(ctx.shop.router, ctx.langPath)
    if (arrival === null) return { kind: 'redirect', to: links.signIn(), status: 303 }
    const { provider, email, asked, next } = arrival
    // A wrong address is shown at its field, also after a code was sent to another one.
    const isOther = query.get('other') !== null || fieldsOf(ctx).errors['account'] !== undefined
    const data = {
      provider: titleOf(ctx, provider),
      email: email ?? '',
      asked: isOther ? null : asked,
      next,
    }
    return { kind: 'page', data, tags: [] }
  },

  meta: (_data, ctx) => authMeta('auth-oauth', ctx.t('oauth.prove_title'), ctx),

  pageData: () => null,

  View({ data, ctx }): ReactNode {
    const { t } = ctx
    const { provider, asked, next } = data
    const links = linksFor(ctx.shop.router, ctx.langPath)
    return (
      <AuthPage title={t('oauth.prove_title')} lead={t('oauth.prove_text', { provider })} ctx={ctx}>
        {asked === null ? <Address {...data} ctx={ctx} /> : <Code asked={asked} ctx={ctx} />}
        <a
          className="auth-link"
          href={asked === null ? links.signIn(next || undefined) : `${links.oauth()}?other=1`}
        >
          {t(asked === null ? 'oauth.back' : 'auth.other_account')}
        </a>
      </AuthPage>
    )
  },
})

/** What a form that came back is shown with. A number is typed with its country's code: there is no field for that. */
function fieldsOf({ t, visitor: { posted } }: Ctx) {
  const { countryCode, ...others } = posted?.errors ?? {}
  const errors: Errors = countryCode === undefined ? others : { account: countryCode }
  return { text: posted?.text ?? null, errors, idOf, t }
}

function Address({ email, ctx }: { email: string; ctx: Ctx }): ReactNode {
  const { t, shop, langPath, visitor } = ctx
  const { text, ...fields } = fieldsOf(ctx)
  return (
    <form
      className="auth-form"
      action={linksFor(shop.router, langPath).form('auth/oauthSendCode')}
      method="post"
      noValidate
    >
      <Faults text={text} {...fields} />
      <AccountField
        typed={visitor.posted?.values['account']?.at(-1) ?? email}
        isFocused={fields.errors['account'] !== undefined}
        {...fields}
      />
      <Button type="submit" wide>
        {t('auth.send')}
      </Button>
    </form>
  )
}

function Code({ asked, ctx }: { asked: string; ctx: Ctx }): ReactNode {
  const { t, shop, langPath } = ctx
  const { text, ...fields } = fieldsOf(ctx)
  return (
    <form
      className="auth-form"
      action={linksFor(shop.router, langPath).form('auth/oauthProve')}
      method="post"
      noValidate
    >
      <Faults text={text} {...fields} />
      <p className="auth-sent">{t('auth.code_sent', { account: asked })}</p>
      <Kept fields={{ account: asked }} />
      <CodeField isFocused {...fields} />
      <KeepBox t={t} />
      <Button type="submit" wide>
        {t('auth.sign_in')}
      </Button>
    </form>
  )
}
