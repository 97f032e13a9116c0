import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { qrTexts } from '../islands/qr-sign-in/texts.ts'

/** Signing in by a QR code, below the form; the code itself takes scripts. */
export function QrSignInWay({ next, ctx: { t, texts, lang } }: { next: string; ctx: Ctx }): ReactNode {
  return (
    <div className="qr-way">
      <Island
        name="qr-sign-in"
        k="qr"
        props={{ next, first: { at: 'idle', fault: null }, texts: pickTexts(texts, qrTexts), lang }}
      />
      <p className="auth-note qr-without">{t('qr.no_scripts')}</p>
    </div>
  )
}
