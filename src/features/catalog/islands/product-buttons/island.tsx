import { useEffect, useState, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { visit } from '#platform/browser/visit.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Price } from '#ui/price.tsx'
import { turnGalleryTo } from '../product-image/strip.ts'
import { chooseValue, type ChoiceSku } from './choice.ts'
import type { productButtonsTexts } from './texts.ts'

type Keys = (typeof productButtonsTexts)[number]

export interface ButtonSku extends ChoiceSku {
  price: { text: string; line: string | null; off: string | null }
  /** "Only 2 left" */
  stockText: string
  /** The number left, if few; the exact stock is not published. */
  left: number | null
  /** The fewest, the most, and what any quantity is a multiple of. */
  min: number
  most: number
  step: number
  /** In which quantities it is sold, in sentences; empty: in any. */
  rule: string
  /** The number of its picture in the gallery. */
  picture: number | null
  /** "$3.20 / 100 g" */
  unitPrice: string | null
  /** The lowest price in the 30 days before the reduction, as a sentence. */
  lowest: string | null
  /** Cheaper by the number: "4 or more", "$9.50 each", "−12%". */
  tiers: readonly { from: number; label: string; each: string; off: string }[]
}

export interface ProductButtonsProps {
  /** The product's path; a SKU's is one segment longer. */
  href: string
  options: readonly {
    code: string
    name: string
    values: readonly { code: string; name: string; swatch: string | null }[]
  }[]
  skus: readonly ButtonSku[]
  /** The SKU that the page was made for. */
  chosen: string
  /** Where the form is posted; null where the theme shows no cart. */
  action: string | null
  /** Where it is bought at once; null likewise. */
  buy: string | null
  /** URL of the form for stock and price alerts. */
  alert: string
  texts: Texts<Keys>
  lang: string
  external?: boolean
}

/** Price, specification, quantity and the way into the cart. Without scripts each value is a link, and the form a post. */
export default function ProductButtons({
  href,
  options,
  skus,
  chosen,
  action,
  buy,
  alert,
  texts,
  lang,
}: ProductButtonsProps): ReactNode {
  const t = translator(texts, lang)
  const [current, setCurrent] = useState(chosen)
  const refusal = useRefusal(current, t)
  const sku = skus.find((candidate) => candidate.sku === current)
  const [quantity, setQuantity] = useState(String(sku?.min))
  if (!sku) return null

  const choose = (code: string): void => {
    const next = skus.find((candidate) => candidate.sku === code)
    if (!next) return
    setCurrent(code)
    setQuantity(String(clamp(quantity, next)))
    void visit(addressOf(href, code), { replace: true, pageLoading: false })
    for (const field of document.querySelectorAll<HTMLInputElement>('[data-chosen]')) field.value = code
    if (next.picture !== null) turnGalleryTo(next.picture)
  }

  return (
    <div className="product-buttons">
      <p className="product-buttons-price">
        <Price price={sku.price} was={t('product.was')} />{' '}
        {sku.price.off !== null && <span className="product-buttons-off">{sku.price.off}</span>}
        {sku.unitPrice !== null && <span className="product-buttons-term">{sku.unitPrice}</span>}
        {sku.lowest !== null && <span className="product-buttons-term">{sku.lowest}</span>}
      </p>
      {options.map((option) => (
        <Option
          key={option.code}
          option={option}
          skus={skus}
          current={sku}
          href={href}
          choose={choose}
          t={t}
        />
      ))}
      <p className={`product-buttons-stock product-buttons-stock-${sku.stock}`} role="status">
        {sku.stockText}
      </p>
      {sku.tiers.length > 0 && <Tiers tiers={sku.tiers} quantity={Number(quantity)} t={t} />}
      {action !== null && (
        <form className="product-buttons-buy" action={action} method="post" data-action="cart/add">
          <input type="hidden" name="sku" value={sku.sku} />
          {sku.stock !== 'out' && <Stepper sku={sku} quantity={quantity} change={setQuantity} t={t} />}
          <Button type="submit" wide disabled={sku.stock === 'out'}>
            {t(sku.stock === 'out' ? 'product.sold_out' : 'product.add')}
            {quantity === '1' && (
              <span className="product-buttons-buy-price" aria-hidden="true">
                {sku.price.text}
              </span>
            )}
          </Button>
        </form>
      )}
      {buy !== null && sku.stock !== 'out' && (
        <form className="product-buttons-now" action={buy} method="post">
          <input type="hidden" name="sku" value={sku.sku} />
          <input type="hidden" name="quantity" value={quantity} />
          <Button type="submit" look="quiet" wide>
            {t('checkout.buy_now')}
          </Button>
        </form>
      )}
      <p className="product-buttons-note" role="alert">
        {refusal ??
          (sku.left === null && Number(quantity) >= sku.most && sku.most > 1
            ? t('product.limit', { limit: sku.most })
            : sku.rule)}
      </p>
      <Alert key={sku.sku} sku={sku} action={alert} t={t} />
    </div>
  )
}

interface OptionProps {
  option: ProductButtonsProps['options'][number]
  skus: readonly ButtonSku[]
  current: ButtonSku
  href: string
  choose: (sku: string) => void
  t: Translate<Keys>
}

/**
 * Each value twice: a link without scripts, a button with them. A press on a link would leave before the island is
 * live.
 */
function Option({ option, skus, current, href, choose, t }: OptionProps): ReactNode {
  const { code, name, values } = option
  const offered = values.flatMap((value) => {
    const choice = chooseValue(skus, current, code, value.code)
    return choice ? [{ ...value, ...choice }] : []
  })
  const chosen = offered.find(({ state }) => state === 'chosen')
  if (!chosen) return null
  const words = t('product.chosen', { option: name, value: chosen.name })
  // Nothing to choose: a fact.
  if (offered.length === 1) return <p className="product-buttons-name">{words}</p>
  const hasSwatches = offered.every(({ swatch }) => swatch !== null)
  return (
    <div className="product-buttons-option" role="group" aria-label={name}>
      <p className="product-buttons-name">{words}</p>
      <ul
        className={hasSwatches ? 'product-buttons-values product-buttons-swatches' : 'product-buttons-values'}
      >
        {offered.map(({ code: valueCode, name: valueName, swatch, state, sku }) => {
          const isChosen = state === 'chosen'
          const both = {
            className: `product-buttons-value product-buttons-value-${state}`,
            'aria-label': valueLabel(valueName, state, t),
          }
          const face = hasSwatches ? <Swatch color={swatch ?? ''} /> : valueName
          return (
            <li key={valueCode}>
              <a {...both} href={addressOf(href, sku)} aria-current={isChosen ? 'true' : undefined}>
                {face}
              </a>
              <button
                {...both}
                type="button"
                aria-pressed={isChosen}
                title={hasSwatches ? valueName : undefined}
                onClick={() => choose(sku)}
              >
                {face}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function Swatch({ color }: { color: string }): ReactNode {
  return <span className="product-buttons-swatch" style={{ '--swatch': color }} />
}

function valueLabel(value: string, state: string, t: Translate<Keys>): string {
  if (state === 'sold_out') return t('product.value_sold_out', { value })
  return state === 'elsewhere' ? t('product.value_elsewhere', { value }) : value
}

interface StepperProps {
  sku: ButtonSku
  quantity: string
  change: (quantity: string) => void
  t: Translate<Keys>
}

/** The field works by itself; its buttons need scripts, and are not shown without. */
function Stepper({ sku, quantity, change, t }: StepperProps): ReactNode {
  const { min, most, step } = sku
  const count = clamp(quantity, sku)
  return (
    <div className="stepper" role="group" aria-label={t('product.quantity')}>
      <IconButton
        className="stepper-button"
        label={t('product.fewer')}
        disabled={count <= min}
        onClick={() => change(String(count - step))}
      >
        <Icon name="minus" size={16} />
      </IconButton>
      <input
        className="stepper-input"
        type="number"
        name="quantity"
        inputMode="numeric"
        min={min}
        max={most}
        step={step}
        value={quantity}
        aria-label={t('product.quantity')}
        onChange={(event) => change(event.target.value)}
        onBlur={() => change(String(count))}
      />
      <IconButton
        className="stepper-button"
        label={t('product.more')}
        disabled={count >= most}
        onClick={() => change(String(count + step))}
      >
        <Icon name="plus" size={16} />
      </IconButton>
    </div>
  )
}

/** The table of tiers; the one that the chosen quantity reaches is marked. */
function Tiers({
  tiers,
  quantity,
  t,
}: {
  tiers: ButtonSku['tiers']
  quantity: number
  t: Translate<Keys>
}): ReactNode {
  const reached = tiers.findLast(({ from }) => quantity >= from)
  return (
    <table className="product-buttons-tiers">
      <caption>{t('product.tiers')}</caption>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.from} aria-current={tier === reached ? 'true' : undefined}>
            <th scope="row">{tier.label}</th>
            <td>{tier.each}</td>
            <td>{tier.off}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The form for alerts by mail. Open if nothing else can be done. */
function Alert({ sku, action, t }: { sku: ButtonSku; action: string; t: Translate<Keys> }): ReactNode {
  const kind = sku.stock === 'out' ? 'stock' : 'price'
  return (
    <details className="product-buttons-alert" open={kind === 'stock'}>
      <summary>{t(`product.alert.${kind}`)}</summary>
      <form action={action} method="post" data-action="product/alert" data-done={t('product.alert.done')}>
        <input type="hidden" name="sku" value={sku.sku} />
        <input type="hidden" name="kind" value={kind} />
        <span className="field-box">
          <input
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            placeholder={t('product.alert.email')}
            aria-label={t('product.alert.email')}
          />
        </span>
        <Button type="submit" look="quiet">
          {t('product.alert.send')}
        </Button>
      </form>
    </details>
  )
}

/** Why the last try to add this SKU was refused: the cart may hold all that there is. */
function useRefusal(current: string, t: Translate<Keys>): string | null {
  const [refusal, setRefusal] = useState<{ sku: string; left: number; inCart: number } | null>(null)
  useEffect(() => {
    const heard = (event: Event): void => {
      const { action, input, result } = (event as CustomEvent<Heard>).detail
      if (action !== 'cart/add') return
      const { left, inCart } = result.ok ? {} : result.problem.details
      setRefusal(
        left !== undefined && inCart !== undefined && inCart > 0 ? { sku: input.sku, left, inCart } : null,
      )
    }
    document.addEventListener('violet:done', heard)
    document.addEventListener('violet:failed', heard)
    return () => {
      document.removeEventListener('violet:done', heard)
      document.removeEventListener('violet:failed', heard)
    }
  }, [])
  if (refusal?.sku !== current) return null
  const { left, inCart } = refusal
  return inCart >= left ? t('product.all_in_cart', { left }) : t('product.some_in_cart', { left, inCart })
}

/** The message after a form handled by the runtime. */
interface Heard {
  action: string
  input: { sku: string }
  result: { ok: true } | { ok: false; problem: { details: { left?: number; inCart?: number } } }
}

/** The nearest quantity that is sold; the fewest, where no number was typed. */
function clamp(quantity: string, { min, most, step }: ButtonSku): number {
  return Math.max(min, Math.min(Math.round(Number(quantity) / step) * step || 0, most))
}

function addressOf(href: string, sku: string): string {
  return `${href}/${encodeURIComponent(sku)}`
}
