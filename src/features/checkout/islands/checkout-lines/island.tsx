import { useState, type ReactNode, type SubmitEvent } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button, ButtonLink, IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { changeQuantity, CheckoutView } from '../../contract.ts'
import { isAllGone } from '../all-gone.ts'
import type { LinesKey } from '../texts.ts'
import { answerOf, quiet, useDesk } from '../use-desk.ts'

export interface LinesProps {
  view: CheckoutView
  links: { change: string; here: string; next: string; cart: string }
  texts: Texts<LinesKey>
  lang: string
  external?: boolean
}

type Line = CheckoutView['lines'][number]

/** The lines, to be checked and changed; unavailable ones say so, and what is available instead. */
export default function CheckoutLines({ view: sent, links, texts, lang }: LinesProps): ReactNode {
  const t = translator(texts, lang)
  const [{ view, pending }, desk] = useDesk(sent)
  const [refused, setRefused] = useState<{ sku: string; text: string } | null>(null)

  async function change({ sku }: Line, quantity: number): Promise<void> {
    setRefused(null)
    const { slug } = view
    const answer = await desk.ask(
      async () =>
        answerOf(await call<typeof changeQuantity>('/checkout/line', { slug, sku, quantity }, quiet)),
      (value) => value,
    )
    if (answer.ok) return
    // No line is left.
    if (answer.problem.name === 'cart_empty') location.assign(links.cart)
    else setRefused({ sku, text: answer.problem.text })
  }
  const isGone = isAllGone(view)

  return (
    <div className="checkout-part">
      <ul className="cart-lines" aria-busy={pending}>
        {view.lines.map((line) => (
          <LineRow
            key={line.sku}
            line={line}
            slug={view.slug}
            refused={refused?.sku === line.sku ? refused.text : null}
            change={(quantity) => void change(line, quantity)}
            links={links}
            t={t}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {view.total === sent.total || pending ? '' : t('checkout.total_now', { total: view.totalText })}
      </p>
      <div className="checkout-on">
        {view.belowMinimum === null ? (
          <ButtonLink href={isGone ? links.cart : links.next} wide>
            {t(isGone ? 'checkout.back_to_cart' : 'checkout.to_information')}
          </ButtonLink>
        ) : (
          <p className="cart-line-trouble" role="status">
            {view.belowMinimum}
          </p>
        )}
      </div>
    </div>
  )
}

interface RowProps {
  line: Line
  slug: string
  refused: string | null
  change: (quantity: number) => void
  links: LinesProps['links']
  t: Translate<LinesKey>
}

function LineRow({ line, slug, refused, change, links, t }: RowProps): ReactNode {
  const { sku, title, href, choice, picture, quantity, total, before, trouble, mend, min, step } = line
  const sending = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const wanted = Number(new FormData(event.currentTarget, event.nativeEvent.submitter).get('quantity'))
    if (Number.isInteger(wanted) && wanted >= 0) change(wanted)
  }
  return (
    <li className="cart-line">
      <a className="cart-line-picture" href={href} tabIndex={-1} aria-hidden="true">
        {picture && <Picture picture={{ ...picture, alt: '' }} sizes="8rem" from={96} to={320} />}
      </a>
      <div className="cart-line-words">
        <a className="cart-line-title" href={href}>
          {title}
        </a>
        {choice !== '' && <p className="cart-line-choice">{choice}</p>}
      </div>
      <div className="cart-line-money">
        <p className="cart-line-total">{total}</p>
        {before !== null && (
          <p className="cart-line-each">
            <span className="visually-hidden">{`${t('checkout.before')} `}</span>
            <s>{before}</s>
          </p>
        )}
      </div>
      {(refused ?? trouble) !== null && (
        <p className="cart-line-trouble" role={refused === null ? undefined : 'alert'}>
          {refused ?? trouble}
        </p>
      )}
      <form className="cart-line-tools" action={links.change} method="post" onSubmit={sending}>
        <input type="hidden" name="slug" value={slug} />
        <input type="hidden" name="step" value="cart" />
        <input type="hidden" name="next" value={links.here} />
        <input type="hidden" name="sku" value={sku} />
        {trouble === null ? (
          <div className="stepper" role="group" aria-label={t('cart.quantity_of', { title })}>
            <Step
              to={quantity - step}
              disabled={quantity <= min}
              label={t('cart.fewer', { title })}
              icon="minus"
            />
            <span className="stepper-input checkout-quantity">{quantity}</span>
            <Step to={quantity + step} disabled={false} label={t('cart.more', { title })} icon="plus" />
          </div>
        ) : (
          mend && (
            <Button type="submit" name="quantity" value={mend.quantity} look="quiet">
              {mend.button}
            </Button>
          )
        )}
        <Button
          type="submit"
          name="quantity"
          value={0}
          look="plain"
          aria-label={t('cart.remove_of', { title })}
        >
          {t('cart.remove')}
        </Button>
      </form>
    </li>
  )
}

function Step({
  to,
  label,
  icon,
  disabled,
}: {
  to: number
  label: string
  icon: 'minus' | 'plus'
  disabled: boolean
}): ReactNode {
  return (
    <IconButton
      className="stepper-button"
      type="submit"
      name="quantity"
      value={to}
      disabled={disabled}
      label={label}
    >
      <Icon name={icon} size={16} />
    </IconButton>
  )
}
