import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import type { AuthProps } from '../islands/auth/island.tsx'
import { authTexts } from '../islands/auth/texts.ts'
import { AuthExtras } from './auth-extras.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/*
 * Signing in and up on the page where a guest is, and going on there. What is refused without scripts comes back on the
 * page of its own. Such a page is private, and has the styles `account`.
 */

export function SignInHere({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t } = ctx
  return (
    <details className="auth-here">
      <summary>
        {t('auth.have_account')} <span>{t('auth.sign_in')}</span>
      </summary>
      <div className="auth">
        <AuthHere
          mode="signIn"
          values={{ account: '', firstName: '', lastName: '', keep: 'on' }}
          question={null}
          next={next}
          ctx={ctx}
        />
        <PasskeyWay next={next} on="visible" ctx={ctx} />
        <ProviderButtons next={next} ctx={ctx} />
      </div>
    </details>
  )
}

/** The most letters that an account's name has; an address takes more. */
const longestName = 100

/**
 * An account for a guest who has just ordered: the order says who, and only the code is typed.
 * @param question of the security check, which is shown from the start where there are no scripts; null otherwise
 */
export function AccountFromOrder({
  email,
  person: { firstName, lastName },
  question,
  next,
  ctx,
}: {
  email: string
  person: { firstName: string; lastName: string }
  question: Issued | null
  next: string
  ctx: Ctx
}): ReactNode {
  const { t } = ctx
  const isNamed = [firstName, lastName].every((name) => name !== '' && name.length <= longestName)
  return (
    <section className="auth auth-order" aria-labelledby="auth-order">
      <h2 id="auth-order">{t('auth.from_order')}</h2>
      <p>{t('auth.from_order_text', { email })}</p>
      <AuthHere
        mode="signUp"
        values={{
          account: email,
          firstName: firstName.slice(0, longestName),
          lastName: lastName.slice(0, longestName),
          keep: 'on',
        }}
        isGiven={isNamed}
        question={question}
        next={next}
        ctx={ctx}
      />
    </section>
  )
}

function AuthHere({
  question,
  next,
  ctx,
  ...props
}: Pick<AuthProps, 'mode' | 'values' | 'isGiven' | 'next'> & {
  question: Issued | null
  ctx: Ctx
}): ReactNode {
  const { texts, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <Island
      name="auth"
      k="auth-here"
      props={{
        ...props,
        errors: {},
        text: null,
        byPassword: false,
        next,
        links: {
          send: links.form('auth/sendCode'),
          signIn: links.form('auth/signIn'),
          forget: links.forget(),
        },
        texts: pickTexts(texts, authTexts),
        lang,
      }}
    >
      <AuthExtras chosen="" missing={null} question={question} fault={null} ctx={ctx} />
    </Island>
  )
}
