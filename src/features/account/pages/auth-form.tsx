import type { ReactNode } from 'react'
import type { Issued } from '#features/verify/contract.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import type { AuthMode } from '../islands/auth/typed.ts'
import { authTexts } from '../islands/auth/texts.ts'
import { AuthExtras } from '../parts/auth-extras.tsx'
import { codeAsked } from './code-asked.ts'

/** The form of one of the pages, as it was posted when it comes back. */
export function AuthForm({
  mode,
  next,
  question,
  ctx,
}: {
  mode: AuthMode
  next: string
  /** Of `questionFor`. */
  question: Issued | null
  ctx: Ctx
}): ReactNode {
  const links = linksFor(ctx.shop.router, ctx.langPath)
  const { posted } = ctx.visitor
  const typed = (name: string): string | undefined => posted?.values[name]?.at(-1)
  // Who comes back for another code need not type everything again.
  const before = posted === null ? codeAsked(ctx) : null
  const { verifyAnswer = null, ...others } = posted?.errors ?? {}
  const errors = verifyAnswer === null ? others : { ...others, verifyAnswer }
  return (
    <Island
      name="auth"
      k="auth"
      // A page that comes back asks for the code again, before anybody touches it.
      on="idle"
      props={{
        mode,
        values: {
          account: typed('account') ?? before?.account ?? '',
          firstName: typed('firstName') ?? before?.firstName ?? '',
          lastName: typed('lastName') ?? before?.lastName ?? '',
          keep: typed('keep') === 'off' ? 'off' : 'on',
        },
        errors,
        text: posted?.text ?? null,
        byPassword: mode === 'signIn' && (typed('by') === 'password' || errors['password'] !== undefined),
        next,
        links: {
          send: links.form(mode === 'forget' ? 'auth/forget' : 'auth/sendCode'),
          signIn: links.form('auth/signIn'),
          forget: links.forget(),
        },
        texts: pickTexts(ctx.texts, authTexts),
        lang: ctx.lang,
      }}
    >
      <AuthExtras
        chosen={typed('countryCode') ?? before?.countryCode ?? ''}
        missing={posted?.errors['countryCode'] ?? null}
        question={question}
        fault={verifyAnswer}
        ctx={ctx}
      />
    </Island>
  )
}
