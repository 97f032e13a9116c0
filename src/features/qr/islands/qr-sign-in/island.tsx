import { useRef, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/field.tsx'
import type { QrKey } from './texts.ts'
import { useQr, type Shown } from './use-qr.ts'

export interface QrSignInProps {
  /** Own path to go on at; empty for the account's own page. */
  next: string
  /** The page that takes the code of the second factor. */
  factor: string
  /** What it begins with. */
  first: Shown
  texts: Texts<QrKey>
  lang: string
  external?: boolean
}

/** A button that shows a QR code; a phone which is signed in scans it, and lets this browser sign in. */
export default function QrSignIn({ next, factor, first, texts, lang }: QrSignInProps): ReactNode {
  const t = translator(texts, lang)
  const keep = useRef<HTMLInputElement>(null)
  const { shown, begin } = useQr({ first, next, factor, keep, t })
  return (
    <div className="qr" data-at={shown.at} data-live-key={'watch' in shown ? shown.watch : undefined}>
      {shown.at === 'idle' && (
        <Button look="quiet" wide onClick={begin}>
          {t('qr.begin')}
        </Button>
      )}
      {'svg' in shown && (
        <img
          className="qr-code"
          src={`data:image/svg+xml,${encodeURIComponent(shown.svg)}`}
          alt={t('qr.alt')}
          width={220}
          height={220}
        />
      )}
      <p className="qr-said" role="status">
        {said(shown, t)}
      </p>
      {/* What is ticked counts when the phone has confirmed. */}
      {shown.at !== 'idle' && (
        <Checkbox ref={keep} defaultChecked>
          {t('auth.keep')}
        </Checkbox>
      )}
      {shown.at === 'over' && (
        <Button look="quiet" onClick={begin}>
          {t('qr.refresh')}
        </Button>
      )}
    </div>
  )
}

function said(shown: Shown, t: Translate<QrKey>): string | null {
  switch (shown.at) {
    case 'idle':
      return shown.fault
    case 'loading':
      return t('qr.loading')
    case 'created':
      return t('qr.scan')
    case 'scanned':
      return t('qr.scanned')
    case 'over':
      return t(shown.isRefused ? 'qr.was_refused' : 'qr.expired')
    case 'done':
      return t('qr.done')
  }
}
