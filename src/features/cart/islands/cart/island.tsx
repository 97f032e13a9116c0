import type { ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { CartView } from '../../contract.ts'
import { CartLines, type CartForms } from '../../parts/cart-lines.tsx'
import { CartSums } from '../../parts/cart-sums.tsx'
import type { CartTextKey } from '../texts.ts'
import { useDesk, type CartNews } from '../use-desk.ts'

export interface CartProps {
  view: CartView
  forms: CartForms
  /** Where to go on looking. */
  browse: string
  texts: Texts<CartTextKey>
  lang: string
  /** Something elsewhere changed what is in it or what it costs. */
  news?: CartNews
  external?: boolean
}

/** The whole cart: its lines, its sums, and what to do when there is nothing in it. */
export default function Cart({ view, forms, browse, texts, lang, news }: CartProps): ReactNode {
  const t = translator(texts, lang)
  const [state, desk] = useDesk(view, news)
  const { lines, removed, pending, failure } = state
  const ids = lines.filter(({ trouble }) => trouble !== 'sold_out').map(({ id }) => id)
  const all = lines.every(({ selected, trouble }) => selected || trouble === 'sold_out')
  return (
    <div className="cart">
      <p className="visually-hidden" role="status">
        {state.answers > 0 && !pending ? spoken(state, t) : ''}
      </p>
      {failure !== null && (
        <p className="cart-failure" role="alert">
          {failure}
        </p>
      )}
      {lines.length === 0 && !removed ? (
        <EmptyState title={<h2>{t('cart.empty')}</h2>} text={t('cart.empty_text')}>
          <ButtonLink href={browse}>{t('cart.browse')}</ButtonLink>
        </EmptyState>
      ) : (
        <div className="cart-columns">
          <div className="cart-list">
            {ids.length > 1 && (
              <form
                className="cart-all"
                action={forms.select}
                method="post"
                onSubmit={(event) => {
                  event.preventDefault()
                  desk.wish({ kind: 'select', lines: ids, on: !all })
                }}
              >
                {ids.map((id) => (
                  <input key={id} type="hidden" name="lines" value={id} />
                ))}
                <input type="hidden" name="on" value={String(!all)} />
                <Button type="submit" look="plain">
                  {t(all ? 'cart.choose_none' : 'cart.choose_all')}
                </Button>
              </form>
            )}
            <CartLines
              state={state}
              desk={desk}
              forms={forms}
              name="cart"
              choosing={lines.length > 1 || lines.some(({ selected }) => !selected)}
              t={t}
            />
          </div>
          <aside className="cart-summary" aria-label={t('cart.summary')}>
            <CartSums view={state.view} pending={pending} t={t} />
            <ButtonLink href={browse} look="quiet" wide>
              {t('cart.continue')}
            </ButtonLink>
          </aside>
        </div>
      )}
    </div>
  )
}

function spoken(
  { view, removed }: { view: CartView; removed: { line: { title: string } } | null },
  t: ReturnType<typeof translator<CartTextKey>>,
): string {
  const sum = t('cart.say_subtotal', { amount: view.subtotal })
  return removed ? `${t('cart.removed_title', { title: removed.line.title })} ${sum}` : sum
}
