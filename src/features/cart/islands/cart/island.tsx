import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { CartLine, CartView, changeCartSku, listVariants } from '../../contract.ts'
import { CartLines } from '../../parts/cart-lines.tsx'
import { CartSums } from '../../parts/cart-sums.tsx'
import { CheckoutButton } from '../../parts/checkout-button.tsx'
import type { CartPageTextKey } from '../texts.ts'
import { outcomeOf, quiet, useDesk, type CartNews } from '../use-desk.ts'
import { Estimate, Note, Share } from './beside.tsx'
import { Changes } from './changes.tsx'
import { Coupons } from './coupons.tsx'
import { Exchange, type Exchanging } from './exchange.tsx'
import { Saved } from './saved.tsx'
import { WishForm } from './wish-form.tsx'
import type { CartPageForms } from './forms.ts'

export interface CartProps {
  view: CartView
  forms: CartPageForms
  /** Where the shop sends to. */
  countries: readonly { code: string; name: string }[]
  /** A line that is being exchanged without scripts. */
  exchanging: Exchanging | null
  /** Links to continue shopping. */
  browse: string
  texts: Texts<CartPageTextKey>
  lang: string
  /** Something outside changed the cart's contents or prices. */
  news?: CartNews
  external?: boolean
}

/** The whole cart: changes, lines, sums, saved lines, and links for an empty cart. */
export default function Cart(props: CartProps): ReactNode {
  const { view, forms, countries, browse, texts, lang, news } = props
  const t = translator(texts, lang)
  const [state, desk] = useDesk(view, news)
  const [exchanging, setExchanging] = useState(props.exchanging)
  const { lines, removed, pending, failure } = state
  const { more, coupons } = state.view
  const focus = useKeptFocus()

  const open = (line: CartLine): void => {
    void call<typeof listVariants>('/cart/variants', { line: line.id }).then((result) => {
      if (result.ok) setExchanging({ line: line.id, variants: result.value.variants })
    })
  }
  const exchange = (line: CartLine, sku: string): void =>
    desk.wish({
      kind: 'other',
      key: `exchange ${line.id}`,
      send: async () => {
        const outcome = outcomeOf(
          await call<typeof changeCartSku>('/cart/changeSku', { line: line.id, sku }, quiet),
        )
        if (outcome.ok) setExchanging(null)
        return outcome
      },
      refused: (text) => desk.note(line.id, text),
    })

  const ways = (line: CartLine): ReactNode => (
    <>
      {line.hasChoice && (
        <a
          className="button button-plain"
          href={`${forms.cart}?${new URLSearchParams({ exchange: String(line.id) }).toString()}`}
          aria-label={t('cart.exchange_of', { title: line.title })}
          onClick={(event) => {
            event.preventDefault()
            open(line)
          }}
        >
          {t('cart.exchange')}
        </a>
      )}
      <WishForm
        action={forms.save}
        fields={[['line', line.id]]}
        wish={() => desk.wish({ kind: 'remove', line, saves: true })}
      >
        <Button type="submit" look="plain" aria-label={t('cart.save_of', { title: line.title })}>
          {t('cart.save')}
        </Button>
      </WishForm>
    </>
  )
  const tools = (line: CartLine): ReactNode =>
    exchanging?.line === line.id ? (
      <Exchange
        line={line}
        variants={exchanging.variants}
        forms={forms}
        take={(sku) => exchange(line, sku)}
        close={() => setExchanging(null)}
        t={t}
      />
    ) : (
      ways(line)
    )

  return (
    <div className="cart" {...focus}>
      <p className="visually-hidden" role="status">
        {state.answers > 0 && !pending ? spoken(state, t) : ''}
      </p>
      {failure !== null && (
        <p className="cart-failure" role="alert">
          {failure}
        </p>
      )}
      <Changes lines={lines} coupons={coupons} desk={desk} forms={forms} tools={ways} t={t} />
      {lines.length === 0 && !removed ? (
        <EmptyState title={<h2>{t('cart.empty')}</h2>} text={t('cart.empty_text')}>
          <ButtonLink href={browse}>{t('cart.browse')}</ButtonLink>
        </EmptyState>
      ) : (
        <div className="cart-columns">
          <div className="cart-list">
            <ChooseAll lines={lines} action={forms.select} desk={desk} t={t} />
            <CartLines
              state={state}
              desk={desk}
              forms={forms}
              name="cart"
              choosing={lines.length > 1 || lines.some(({ selected }) => !selected)}
              tools={tools}
              savedText={(title) => t('cart.saved_title', { title })}
              t={t}
            />
            {lines.length > 0 && <Share lines={lines} page={forms.link} t={t} />}
          </div>
          <aside className="cart-summary" aria-label={t('cart.summary')}>
            {more && <Coupons coupons={coupons} more={more} desk={desk} forms={forms} t={t} />}
            {more && <Estimate more={more} countries={countries} desk={desk} action={forms.estimate} t={t} />}
            <CartSums view={state.view} pending={pending} t={t} />
            <Bar view={state.view} action={forms.checkout} pending={pending} t={t} />
            <ButtonLink href={browse} look="quiet" wide>
              {t('cart.continue')}
            </ButtonLink>
            {more && <Note note={more.note} desk={desk} action={forms.note} t={t} />}
          </aside>
        </div>
      )}
      {more && <Saved saved={more.saved} desk={desk} forms={forms} t={t} />}
    </div>
  )
}

/** If a button disappears with its line, the focus moves to the list, not to the beginning of the page. */
function useKeptFocus() {
  const ref = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    const list = ref.current?.querySelector<HTMLElement>('.cart-lines') ?? ref.current
    list?.focus({ preventScroll: true })
  })
  return {
    ref,
    tabIndex: -1,
    onFocus: () => void (isInside.current = true),
    // A press outside of all controls means leaving; a button that is gone does not.
    onBlur: ({ target, relatedTarget }: FocusEvent) =>
      void (isInside.current = relatedTarget !== null || !target.isConnected),
  }
}

/** The way to the checkout; at the foot of a phone's window, with the total that may be out of sight. */
function Bar({
  view: { total, selectedCount },
  ...button
}: {
  view: CartView
  action: string
  pending: boolean
  t: Translate<CartPageTextKey>
}): ReactNode {
  return (
    <div className="cart-bar">
      <strong className="cart-bar-total" aria-hidden="true">
        {total.amount}
      </strong>
      <CheckoutButton selected={selectedCount} {...button} />
    </div>
  )
}

/** Ticks or unticks all that can be bought. */
function ChooseAll({
  lines,
  action,
  desk,
  t,
}: {
  lines: readonly CartLine[]
  action: string
  desk: ReturnType<typeof useDesk>[1]
  t: Translate<CartPageTextKey>
}): ReactNode {
  const ids = lines.filter(({ trouble }) => trouble !== 'sold_out').map(({ id }) => id)
  const all = lines.every(({ selected, trouble }) => selected || trouble === 'sold_out')
  if (ids.length < 2) return null
  return (
    <WishForm
      className="cart-all"
      action={action}
      fields={[...ids.map((id) => ['lines', id] as const), ['on', String(!all)]]}
      wish={() => desk.wish({ kind: 'select', lines: ids, on: !all })}
    >
      <Button type="submit" look="plain">
        {t(all ? 'cart.choose_none' : 'cart.choose_all')}
      </Button>
    </WishForm>
  )
}

function spoken(
  { view, removed }: { view: CartView; removed: { line: { title: string }; saves: boolean } | null },
  t: Translate<CartPageTextKey>,
): string {
  const sum = `${view.total.label}: ${view.total.amount}`
  if (!removed) return sum
  const { title } = removed.line
  return `${t(removed.saves ? 'cart.saved_title' : 'cart.removed_title', { title })} ${sum}`
}
