import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { linksFor } from '#wire/links.ts'
import { qrTexts } from '../islands/qr-sign-in/texts.ts'

/** Signing in by a QR code, below the form; the code itself takes scripts. */
export function QrSignInWay({ next, ctx }: { next: string; ctx: Ctx }): ReactNode {
  const { t, texts, lang, shop, langPath } = ctx
  const factor = linksFor(shop.router, langPath).verifyPrompt()
  return (
    <div className="qr-way">
      <Island
        name="qr-sign-in"
        k="qr"
        props={{ next, factor, first: { at: 'idle', fault: null }, texts: pickTexts(texts, qrTexts), lang }}
      />
      <p className="auth-note qr-without">{t('qr.no_scripts')}</p>
    </div>
  )
}
