import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import type { PasskeyKey } from '../../parts/passkey-texts.ts'
import { usePasskey } from './use-passkey.ts'

export interface PasskeyProps {
  /** Own path to go on at; empty for the account's own page. */
  next: string
  /** "Remember this device", where no box beside it says so. */
  keeps: boolean
  /** The page that takes the code of the second factor. */
  factor: string
  texts: Texts<PasskeyKey>
  lang: string
  external?: boolean
}

/**
 * Signing in by a passkey, beside the form of the same place: offered by the browser in the account's field, and by a
 * button. Its place is empty where the browser has no passkeys.
 */
export default function Passkey({ next, keeps, factor, texts, lang }: PasskeyProps): ReactNode {
  const t = translator(texts, lang)
  const root = useRef<HTMLDivElement>(null)
  const [isOffered, setOffered] = useState(false)
  const { busy, text, ask } = usePasskey(root, { next, keeps, factor, t })
  useEffect(() => setOffered(browserSupportsWebAuthn()), [])
  return (
    <div className="passkey" ref={root}>
      {isOffered && (
        <Button look="quiet" wide aria-busy={busy} onClick={ask}>
          {t('passkey.sign_in')}
        </Button>
      )}
      {text !== null && (
        <p className="field-error" role="alert">
          {text}
        </p>
      )}
    </div>
  )
}
