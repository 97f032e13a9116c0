import type { ReactNode } from 'react'
import { passkeyTexts } from '#features/passkeys/parts/passkey-texts.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import type { IslandMoment } from '#wire/page.ts'

/**
 * Passkeys, beside the form to sign in: the browser offers them in its field, and by a button.
 * @param next own path to go on at; empty for the account's own page
 * @param keeps "remember this device", where no box beside it says so
 */
export function PasskeyWay({
  next,
  on,
  keeps = true,
  ctx,
}: {
  next: string
  on: IslandMoment
  keeps?: boolean
  ctx: Ctx
}): ReactNode {
  const { t, texts, lang, shop, langPath } = ctx
  return (
    <>
      <Island
        name="passkey"
        k="passkey"
        on={on}
        props={{
          next,
          keeps,
          factor: linksFor(shop.router, langPath).verifyPrompt(),
          texts: pickTexts(texts, passkeyTexts),
          lang,
        }}
      />
      <p className="auth-note passkey-needs">{t('passkey.sign_in_needs_scripts')}</p>
    </>
  )
}
