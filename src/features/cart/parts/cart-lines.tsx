import { Fragment, useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Translate } from '#i18n/t.ts'
import { Button, IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import type { CartLine } from '../contract.ts'
import type { Desk, DeskState } from '../islands/desk.ts'
import type { CartTextKey } from '../islands/texts.ts'

/** Where the forms are posted when there are no scripts. */
export interface CartForms {
  update: string
  remove: string
  select: string
  /** The cart's own URL. */
  cart: string
  /** Begins the checkout of the lines that are chosen. */
  checkout: string
}

interface CartLinesProps {
  state: DeskState
  desk: Desk
  forms: CartForms
  /** Sets the ids of two lists on one page apart. */
  name: string
  /** Lines can be set aside. */
  choosing: boolean
  /** Further actions on a line. */
  tools?: (line: CartLine) => ReactNode
  /** Reports that a line was saved for later. */
  savedText?: (title: string) => string
  t: Translate<CartTextKey>
}

/** The lines of a cart; each control is a form that works by itself. */
export function CartLines(props: CartLinesProps): ReactNode {
  const { state, desk, savedText, t } = props
  const { lines, notes, removed } = state
  const list = useRef<HTMLUListElement>(null)
  const hadOffer = useRef(false)
  useEffect(() => {
    // The button that was pressed went with the offer: the focus must not fall out of the list.
    if (!removed && hadOffer.current) list.current?.focus({ preventScroll: true })
    hadOffer.current = removed !== null
  }, [removed])
  const offer = removed && (
    <Offer
      key="offer"
      text={
        (removed.saves && savedText?.(removed.line.title)) ||
        t('cart.removed_title', { title: removed.line.title })
      }
      back={() => desk.wish({ kind: 'restore', line: removed.line, saves: removed.saves })}
      dismiss={desk.forgetRemoved}
      t={t}
    />
  )
  return (
    <ul
      className="cart-lines"
      ref={list}
      tabIndex={-1}
      aria-label={t('cart.lines')}
      aria-busy={state.pending}
    >
      {lines.map((line, index) => (
        <Fragment key={line.sku}>
          {removed?.place === index && offer}
          <Line {...props} line={line} note={notes.get(line.id)} />
        </Fragment>
      ))}
      {removed && removed.place >= lines.length && offer}
    </ul>
  )
}

interface LineProps extends Omit<CartLinesProps, 'state'> {
  line: CartLine
  note: string | undefined
}

function Line({ line, note, desk, forms, name, choosing, tools, t }: LineProps): ReactNode {
  const {
    id,
    title,
    href,
    choice,
    picture,
    price,
    linePrice,
    total,
    before,
    offers,
    quantity,
    trouble,
    mend,
    selected,
  } = line
  const isCounted = selected && trouble !== 'sold_out'
  const form = `${name}-${id}-step`
  return (
    <li className={`cart-line${isCounted ? '' : ' cart-line-aside'}`}>
      <a className="cart-line-picture" href={href} tabIndex={-1} aria-hidden="true">
        {picture && <Picture picture={{ ...picture, alt: '' }} sizes="8rem" from={96} to={320} />}
      </a>
      {choosing && trouble !== 'sold_out' && <Choose line={line} desk={desk} action={forms.select} t={t} />}
      <div className="cart-line-words">
        <a className="cart-line-title" href={href}>
          {title}
        </a>
        {choice !== '' && <p className="cart-line-choice">{choice}</p>}
      </div>
      <div className="cart-line-money">
        <p className="cart-line-total">
          {quantity > 1 || price === '' || before !== null ? (
            <Price price={{ text: total, line: before }} was={t('cart.was')} />
          ) : (
            <Price price={{ text: price, line: linePrice }} was={t('cart.was')} />
          )}
        </p>
        {quantity > 1 && price !== '' && <p className="cart-line-each">{t('cart.each', { price })}</p>}
      </div>
      {offers.length > 0 && <p className="cart-line-offers">{offers.join(' · ')}</p>}
      {trouble === 'sold_out' && <p className="cart-line-trouble">{t('cart.sold_out')}</p>}
      {mend && (
        <div className="cart-line-trouble">
          <p>{mend.text}</p>
          <Button type="submit" form={form} name="quantity" value={mend.quantity} look="plain">
            {mend.button}
          </Button>
        </div>
      )}
      {note !== undefined && (
        <p className="cart-line-trouble" role="alert">
          {note}
        </p>
      )}
      <div className="cart-line-tools">
        {trouble !== 'sold_out' && (
          <Quantity line={line} desk={desk} action={forms.update} form={form} t={t} />
        )}
        {tools?.(line)}
        <form
          className="cart-line-remove"
          action={forms.remove}
          method="post"
          onSubmit={(event) => {
            event.preventDefault()
            desk.wish({ kind: 'remove', line })
          }}
        >
          <input type="hidden" name="lines" value={id} />
          <input
            type="hidden"
            name="next"
            value={`${forms.cart}?${new URLSearchParams({ removed: line.sku, quantity: String(quantity) }).toString()}`}
          />
          <Button type="submit" look="plain" aria-label={t('cart.remove_of', { title })}>
            {t('cart.remove')}
          </Button>
        </form>
      </div>
    </li>
  )
}

/** Ticked: to be bought now. A button, so that it works as a post. */
function Choose({
  line,
  desk,
  action,
  t,
}: {
  line: CartLine
  desk: Desk
  action: string
  t: Translate<CartTextKey>
}): ReactNode {
  const { id, selected, title } = line
  return (
    <form
      className="cart-line-choose"
      action={action}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        desk.wish({ kind: 'select', lines: [id], on: !selected })
      }}
    >
      <input type="hidden" name="lines" value={id} />
      <input type="hidden" name="on" value={String(!selected)} />
      <button
        className="tick"
        type="submit"
        role="checkbox"
        aria-checked={selected}
        aria-label={t('cart.choose', { title })}
      >
        <Icon name="check" size={14} />
      </button>
    </form>
  )
}

interface QuantityProps {
  line: CartLine
  desk: Desk
  action: string
  /** The id of the form that posts a step up, down, or to the units left. */
  form: string
  t: Translate<CartTextKey>
}

/** One less, a number to type, one more. The two steps are posts of their own: the typed number stays out of them. */
function Quantity({ line, desk, action, form, t }: QuantityProps): ReactNode {
  const { title, quantity, most, min, step } = line
  const [typed, setTyped] = useState<string | null>(null)

  const set = (wanted: number): void => {
    setTyped(null)
    const allowed = Math.min(Math.max(min, Math.round(wanted)), most)
    if (!Number.isFinite(wanted)) return
    if (allowed !== quantity) desk.wish({ kind: 'quantity', line: line.id, quantity: allowed })
    if (wanted > most)
      desk.note(
        line.id,
        line.available === most
          ? t('cart.not_enough', { available: most })
          : t('cart.most_reached', { most }),
      )
  }
  const submitted = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    set(Number(new FormData(event.currentTarget, event.nativeEvent.submitter).get('quantity')))
  }

  return (
    <div className="stepper" role="group" aria-label={t('cart.quantity_of', { title })}>
      <form id={form} action={action} method="post" onSubmit={submitted} hidden>
        <input type="hidden" name="line" value={line.id} />
      </form>
      <IconButton
        className="stepper-button"
        type="submit"
        form={form}
        name="quantity"
        value={Math.min(quantity - step, most)}
        disabled={quantity <= min}
        label={t('cart.fewer', { title })}
      >
        <Icon name="minus" size={16} />
      </IconButton>
      <form className="stepper-form" action={action} method="post" onSubmit={submitted} noValidate>
        <input type="hidden" name="line" value={line.id} />
        <input
          className="stepper-input"
          type="number"
          name="quantity"
          inputMode="numeric"
          min={min}
          max={most}
          step={step}
          value={typed ?? String(quantity)}
          aria-label={t('cart.quantity_of', { title })}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => typed !== null && set(typed === '' ? quantity : Number(typed))}
        />
        <Button type="submit" look="plain" className="stepper-update">
          {t('cart.update')}
        </Button>
      </form>
      <IconButton
        className="stepper-button"
        type="submit"
        form={form}
        name="quantity"
        value={quantity + step}
        disabled={quantity >= most}
        label={t('cart.more', { title })}
      >
        <Icon name="plus" size={16} />
      </IconButton>
    </div>
  )
}

/** The place of a removed line, with undo. It takes the focus that the line had. */
function Offer({
  text,
  back,
  dismiss,
  t,
}: {
  text: string
  back: () => void
  dismiss: () => void
  t: Translate<CartTextKey>
}): ReactNode {
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current?.focus({ preventScroll: true }), [])
  return (
    <li className="cart-offer">
      <p>{text}</p>
      <Button look="plain" ref={undo} onClick={back}>
        {t('cart.undo')}
      </Button>
      <IconButton label={t('cart.dismiss')} onClick={dismiss}>
        <Icon name="close" size={16} />
      </IconButton>
    </li>
  )
}
