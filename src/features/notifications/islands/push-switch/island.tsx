import { useEffect, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import type { PushSwitchKey } from './texts.ts'
import { pushState, turnOff, turnOn, type Outcome, type PushState } from './this-browser.ts'

export interface PushSwitchProps {
  /** What the browser subscribes with. */
  pushKey: string
  texts: Texts<PushSwitchKey>
  lang: string
  external?: boolean
}

/** Turns push messages on and off in this browser. */
export default function PushSwitch({ pushKey, texts, lang }: PushSwitchProps): ReactNode {
  const t = translator(texts, lang)
  const [state, setState] = useState<PushState | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    let isWanted = true
    pushState().then(
      (found) => isWanted && setState(found),
      () => isWanted && setState('unsupported'),
    )
    return () => {
      isWanted = false
    }
  }, [])

  const press = async (change: () => Promise<Outcome>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    // A browser without a way to its push service, and a private window, refuse with an exception.
    const outcome = await change().catch(() => ({ state, failure: t('notification.push_failed') }))
    setState(outcome.state)
    setFailure(outcome.failure)
    setBusy(false)
  }

  return (
    <div className="push-switch">
      {state === 'off' && (
        <Button look="quiet" aria-busy={busy} onClick={() => void press(() => turnOn(pushKey))}>
          {t('notification.push_on')}
        </Button>
      )}
      {state === 'on' && (
        <>
          <p role="status">{t('notification.push_is_on')}</p>
          <Button look="quiet" aria-busy={busy} onClick={() => void press(turnOff)}>
            {t('notification.push_off')}
          </Button>
        </>
      )}
      {state === 'denied' && <p className="area-note">{t('notification.push_denied')}</p>}
      {state === 'unsupported' && <p className="area-note">{t('notification.push_unsupported')}</p>}
      {failure !== null && (
        <p className="field-error" role="alert">
          {failure}
        </p>
      )}
    </div>
  )
}
