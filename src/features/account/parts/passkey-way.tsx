import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import type { IslandMoment } from '#wire/page.ts'

/**
 * Passkeys, beside the form to sign in: the browser offers them in its field, and by a button.
 * @param next own path to go on at; empty for the account's own page
 */
export function PasskeyWay({ next, on, ctx }: { next: string; on: IslandMoment; ctx: Ctx }): ReactNode {
  const { t, texts, lang } = ctx
  return (
    <>
      <Island
        name="passkey"
        k="passkey"
        on={on}
        props={{
          next,
          texts: pickTexts(texts, [
            'passkey.sign_in',
            'passkey.not_used',
            'auth.joined_cart',
            'auth.joined_orders',
          ]),
          lang,
        }}
      />
      <p className="auth-note passkey-needs">{t('passkey.sign_in_needs_scripts')}</p>
    </>
  )
}
