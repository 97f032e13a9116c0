import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { Outcome } from './outcome.tsx'
import type { RefundKey } from './texts.ts'
import type { Answer } from './use-refund.ts'

interface SendPanelProps {
  id: string
  answer: Answer
  /** Money goes to an account that the shopper names. */
  isByHand: boolean
  /** What is to be done before there is a refund to show. */
  wait: string
  isAwake: boolean
  isSending: boolean
  isSaved: boolean
  /** Where a draft is posted to. */
  save: string
  t: Translate<RefundKey>
}

/** The refund, and the buttons that show it, send the application, and keep it for later. */
export function SendPanel({
  id,
  answer: { preview, fault, isAsking },
  wait,
  isByHand,
  isAwake,
  isSending,
  isSaved,
  save,
  t,
}: SendPanelProps): ReactNode {
  return (
    <aside className="return-aside" id={`${id}-outcome`} aria-label={t('return.form.preview')}>
      <h2>{t('return.form.preview')}</h2>
      <div className="return-outcome" aria-busy={isAsking}>
        {/* What is wrong says what to do: nothing is missing then. */}
        {(preview !== null || fault === null) && (
          <Outcome preview={preview} isByHand={isByHand} wait={wait} t={t} />
        )}
      </div>
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {isAwake && preview !== null && !isAsking ? preview.outcome : ''}
      </p>
      {/* The first button: what a press of Enter in a field does is to show, never to send. */}
      <Button type="submit" look={preview === null ? 'primary' : 'quiet'} wide className="return-show">
        {t('return.form.show')}
      </Button>
      <Button
        type="submit"
        name="total"
        value={preview?.total ?? ''}
        wide
        className={preview === null ? 'return-send return-send-later' : 'return-send'}
        disabled={isAwake && preview === null}
        aria-busy={isSending || isAsking}
      >
        {t('return.form.send')}
      </Button>
      <div className="return-draft">
        <Button type="submit" look="plain" formAction={save} formNoValidate className="return-show">
          {t('return.form.save')}
        </Button>
        <p className="return-note" role="status">
          {isSaved ? t('return.form.saved') : ''}
        </p>
      </div>
    </aside>
  )
}
