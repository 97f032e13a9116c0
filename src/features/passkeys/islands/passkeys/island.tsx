import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useEffect, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { leave } from '#platform/browser/place.ts'
import { tellNextPage } from '#platform/browser/sign-in.ts'
import { Button } from '#ui/forms/button.tsx'
import type { Output } from '#wire/endpoint.ts'
import type { listPasskeys } from '../../contract.ts'
import { makePasskey, tellManagers } from '../ceremony.ts'
import type { PasskeysKey } from './texts.ts'

export interface PasskeysProps {
  known: Output<typeof listPasskeys>['known']
  /** The page that asks for a proof, and leads back. */
  confirm: string
  texts: Texts<PasskeysKey>
  lang: string
  external?: boolean
}

/**
 * Adds a passkey. With every list that is shown, and so after every change of one, it tells the managers of passkeys
 * what is still good.
 */
export default function Passkeys({ known, confirm, texts, lang }: PasskeysProps): ReactNode {
  const t = translator(texts, lang)
  const [can, setCan] = useState<boolean | null>(null)
  const [busy, setBusy] = useState(false)
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    const isSupported = browserSupportsWebAuthn()
    setCan(isSupported)
    if (isSupported && known !== null) void tellManagers(known)
  }, [known])

  const add = async (): Promise<void> => {
    setBusy(true)
    setText(null)
    const outcome = await makePasskey(false)
    if (outcome.kind === 'done') {
      tellNextPage(t('passkey.added'))
      return void leave(new URL(location.href))
    }
    if (outcome.kind === 'refused' && outcome.failure.problem === 'proof_required')
      return void leave(new URL(confirm, location.href))
    setBusy(false)
    if (outcome.kind === 'refused') setText(outcome.failure.msg)
    else setText(t(outcome.why === 'InvalidStateError' ? 'passkey.exists' : 'passkey.not_made'))
  }

  return (
    <div className="passkeys-add">
      {can === true && (
        <Button look="quiet" aria-busy={busy} onClick={() => void add()}>
          {t('passkey.add')}
        </Button>
      )}
      {can === false && <p className="area-note">{t('passkey.unsupported')}</p>}
      {text !== null && (
        <p className="field-error" role="alert">
          {text}
        </p>
      )}
    </div>
  )
}
