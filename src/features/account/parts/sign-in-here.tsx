import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import { authTexts } from '../islands/auth/texts.ts'
import { PasskeyWay } from './passkey-way.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

/** Signing in on the page where a guest is, and going on there. What is refused without scripts comes back elsewhere. */
export function SignInHere({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t, texts, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <details className="auth-here">
      <summary>
        {t('auth.have_account')} <span>{t('auth.sign_in')}</span>
      </summary>
      <div className="auth">
        <Island
          name="auth"
          k="auth-here"
          props={{
            mode: 'signIn',
            values: { account: '', firstName: '', lastName: '', keep: 'on' },
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
        />
        <PasskeyWay next={next} on="visible" ctx={ctx} />
        <ProviderButtons next={next} ctx={ctx} />
      </div>
    </details>
  )
}
