import { useEffect, useRef, useState, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button, ButtonLink, IconButton } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { SkeletonBox, SkeletonLine } from '#ui/skeleton.tsx'
import type { CartView, listCart } from '../../contract.ts'
import { CartLines, type CartForms } from '../../parts/cart-lines.tsx'
import { CheckoutButton } from '../../parts/checkout-button.tsx'
import { CartSums } from '../../parts/cart-sums.tsx'
import { useDesk } from '../use-desk.ts'
import type { cartDrawerTexts } from './texts.ts'

type Keys = (typeof cartDrawerTexts)[number]

/** A request to show the drawer: a new one each time. */
export interface Opening {
  /** Distinguishes one request from the next. */
  at: number
  /** The cart, when the answer that put something in has brought it. */
  cart: CartView | null
}

export interface CartDrawerProps {
  forms: CartForms
  texts: Texts<Keys>
  lang: string
  /** Set by `island:update`, never by the server. */
  opening?: Opening
  external?: boolean
}

/** The cart as a drawer: a native dialog, so focus stays in it and returns. Empty until it is opened. */
export default function CartDrawer({ forms, texts, lang, opening }: CartDrawerProps): ReactNode {
  const t = translator(texts, lang)
  const dialog = useRef<HTMLDialogElement>(null)
  const [cart, setCart] = useState<CartView | 'failed' | null>(null)
  const [asked, setAsked] = useState(0)
  // Additions are marked as new until something else happens.
  const [news, setNews] = useState(false)

  useEffect(() => {
    if (!opening) return
    if (!dialog.current?.open) dialog.current?.showModal()
    setNews(opening.cart !== null)
    if (opening.cart) {
      setCart(opening.cart)
      return
    }
    let isWanted = true
    void call<typeof listCart>('/cart/list', {}, { quiet: true }).then((result) => {
      if (isWanted) setCart(result.ok ? result.value : 'failed')
    })
    return () => {
      isWanted = false
    }
  }, [opening, asked])

  useEffect(() => (opening ? closeFromOutside(dialog.current) : undefined), [opening])

  if (!opening) return null
  const close = (): void => dialog.current?.close()
  const title = news ? t('cart.drawer_added') : t('cart.title')
  return (
    <dialog className="sheet sheet-end cart-drawer" ref={dialog} aria-label={title}>
      <div className="sheet-head">
        <p className="sheet-title" role="status">
          {title}
        </p>
        <IconButton label={t('cart.close')} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      {cart === null ? (
        <Waiting t={t} />
      ) : cart === 'failed' ? (
        <div className="sheet-body">
          <EmptyState title={<h2>{t('cart.failed')}</h2>}>
            <Button onClick={() => setAsked(asked + 1)}>{t('cart.again')}</Button>
          </EmptyState>
        </div>
      ) : (
        <Contents cart={cart} forms={forms} close={close} changing={() => setNews(false)} t={t} />
      )}
    </dialog>
  )
}

/** Closes it on a press outside, and when another page is shown. */
function closeFromOutside(dialog: HTMLDialogElement | null): () => void {
  const pressed = ({ target }: Event): void => {
    // The backdrop is the dialog's own; everything in it lies in elements of its own.
    if (target === dialog) dialog?.close()
  }
  const left = (): void => dialog?.close()
  dialog?.addEventListener('click', pressed)
  document.addEventListener('violet:page', left)
  return () => {
    dialog?.removeEventListener('click', pressed)
    document.removeEventListener('violet:page', left)
  }
}

interface ContentsProps {
  cart: CartView
  forms: CartForms
  close: () => void
  changing: () => void
  t: Translate<Keys>
}

function Contents({ cart, forms, close, changing, t }: ContentsProps): ReactNode {
  const [state, desk] = useDesk(cart)
  const { lines, removed, failure, view, pending } = state
  useEffect(() => desk.accept(cart), [desk, cart])
  useEffect(() => {
    if (pending) changing()
  }, [pending, changing])
  if (lines.length === 0 && !removed) {
    return (
      <div className="sheet-body">
        <EmptyState title={<h2>{t('cart.empty')}</h2>} text={t('cart.empty_text')}>
          <Button onClick={close}>{t('cart.continue')}</Button>
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <div className="sheet-body">
        {failure !== null && (
          <p className="cart-failure" role="alert">
            {failure}
          </p>
        )}
        <CartLines
          state={state}
          desk={desk}
          forms={forms}
          name="drawer"
          choosing={lines.some(({ selected }) => !selected)}
          t={t}
        />
      </div>
      {lines.length > 0 && (
        <div className="cart-drawer-foot">
          <CartSums view={view} pending={pending} t={t} />
          <CheckoutButton action={forms.checkout} selected={view.selectedCount} pending={pending} t={t} />
          <ButtonLink href={forms.cart} look="quiet" wide>
            {t('cart.view')}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

function Waiting({ t }: { t: Translate<Keys> }): ReactNode {
  return (
    <div className="sheet-body" role="status" aria-label={t('cart.loading')} data-skeleton="cart-drawer">
      <ul className="cart-lines" aria-hidden="true">
        {[0, 1].map((index) => (
          <li key={index} className="cart-line">
            <SkeletonBox className="cart-line-picture" />
            <div className="cart-line-words">
              <SkeletonLine width="9rem" />
              <SkeletonLine width="5rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
