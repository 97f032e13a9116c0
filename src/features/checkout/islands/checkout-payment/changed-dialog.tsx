import { useEffect, useRef, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import type { CheckoutView } from '../../contract.ts'
import { isAllGone } from '../all-gone.ts'
import type { PaymentKey } from '../texts.ts'

/** The checkout as the shopper saw it, and as it is. */
export interface Changed {
  before: CheckoutView
  now: CheckoutView
}

/** Shows the differences before anything is ordered; one button continues. */
export function ChangedDialog({
  changed: { before, now },
  goOn,
  close,
  t,
}: {
  changed: Changed
  goOn: () => void
  close: () => void
  t: Translate<PaymentKey>
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  const gone = now.lines.filter(({ trouble }) => trouble !== null)
  const isAll = isAllGone(now)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    first.current?.focus()
    return () => element?.close()
  }, [])
  const after = now.totalText
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="checkout-changed" onClose={close}>
      <div className="dialog-head">
        <h2 className="dialog-title" id="checkout-changed">
          {t(
            isAll
              ? 'checkout.gone_all_title'
              : gone.length > 0
                ? 'checkout.gone_title'
                : 'checkout.changed_title',
          )}
        </h2>
      </div>
      <div className="dialog-body">
        {gone.length > 0 ? (
          <>
            <p>{t(isAll ? 'checkout.gone_all_text' : 'checkout.gone_text')}</p>
            <ul className="checkout-gone">
              {gone.map(({ sku, title, choice, trouble }) => (
                <li key={sku}>
                  <strong>{choice === '' ? title : `${title}, ${choice}`}</strong> {trouble}
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p>
            {before.total === now.total
              ? t('checkout.changed_same', { after })
              : t('checkout.changed_text', { before: before.totalText, after })}
          </p>
        )}
      </div>
      <div className="dialog-foot">
        <Button look="quiet" onClick={close}>
          {t('checkout.look_again')}
        </Button>
        <Button onClick={goOn} ref={first}>
          {isAll
            ? t('checkout.back_to_cart')
            : gone.length > 0
              ? t('checkout.gone_go_on')
              : t('checkout.changed_go_on', { amount: now.toPayText })}
        </Button>
      </div>
    </dialog>
  )
}
