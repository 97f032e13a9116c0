import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { toast } from '#platform/browser/toast.ts'
import { Button } from '#ui/forms/button.tsx'
import { Select, TextArea } from '#ui/forms/field.tsx'
import type { CartLine, CartMore, estimateShipping, writeCartNote } from '../../contract.ts'
import { writeItems } from '../../items.ts'
import type { Desk } from '../desk.ts'
import type { CartPageTextKey } from '../texts.ts'
import { outcomeOf, quiet } from '../use-desk.ts'

interface Part {
  desk: Desk
  action: string
  t: Translate<CartPageTextKey>
}

/** The cost of shipping to a chosen country. */
export function Estimate({
  more: { country, shipping },
  countries,
  desk,
  action,
  t,
}: Part & { more: CartMore; countries: readonly { code: string; name: string }[] }): ReactNode {
  const ask = (wanted: string): void =>
    desk.wish({
      kind: 'other',
      key: 'country',
      send: async () =>
        outcomeOf(await call<typeof estimateShipping>('/cart/estimate', { country: wanted }, quiet)),
    })
  return (
    <div className="cart-estimate">
      <form
        className="cart-estimate-form"
        action={action}
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          const { country: wanted } = Object.fromEntries(new FormData(event.currentTarget))
          if (typeof wanted === 'string') ask(wanted)
        }}
      >
        <Select
          // A new answer of the server restarts it, since another page may have chosen.
          key={country}
          id={useId()}
          name="country"
          label={t('cart.estimate')}
          autoComplete="shipping country"
          defaultValue={country}
          onChange={({ target }) => ask(target.value)}
        >
          <option value="">{t('cart.estimate_choose')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Button type="submit" look="quiet" className="cart-without-scripts">
          {t('cart.estimate_show')}
        </Button>
      </form>
      {country !== '' && shipping.length === 0 && (
        <p className="cart-estimate-none">{t('cart.estimate_none')}</p>
      )}
      {shipping.length > 0 && (
        <ul className="cart-estimate-methods">
          {shipping.map(({ code, name, price, arrives }) => (
            <li key={code}>
              <span>
                {name}
                {arrives !== '' && <span className="cart-estimate-when">{arrives}</span>}
              </span>
              <span>{price}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** ms after the last key press until the text is sent. */
const pause = 700

/** A note for the shop, stored while it is typed. */
export function Note({ note, desk, action, t }: Part & { note: string }): ReactNode {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const kept = useRef(note)
  useEffect(() => () => clearTimeout(timer.current), [])
  const keep = (text: string): void => {
    clearTimeout(timer.current)
    if (text === kept.current) return
    kept.current = text
    desk.wish({
      kind: 'other',
      key: 'note',
      send: async () => outcomeOf(await call<typeof writeCartNote>('/cart/note', { note: text }, quiet)),
    })
  }
  return (
    <details className="cart-note" open={note !== ''}>
      <summary>{t('cart.note')}</summary>
      <form action={action} method="post" onSubmit={(event) => event.preventDefault()}>
        <TextArea
          id={useId()}
          name="note"
          label={t('cart.note')}
          help={t('cart.note_help')}
          rows={3}
          maxLength={1000}
          defaultValue={note}
          onChange={({ target }) => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => keep(target.value), pause)
          }}
          onBlur={({ target }) => keep(target.value)}
        />
        <Button type="submit" look="quiet" className="cart-without-scripts">
          {t('cart.note_keep')}
        </Button>
      </form>
    </details>
  )
}

/** A URL that shows these lines to anybody. */
export function Share({
  lines,
  page,
  t,
}: {
  lines: readonly CartLine[]
  page: string
  t: Translate<CartPageTextKey>
}): ReactNode {
  const href = `${page}?${new URLSearchParams({ items: writeItems(lines) }).toString()}`
  return (
    <a
      className="cart-share"
      href={href}
      onClick={(event) => {
        // Plain http has no clipboard: the page itself can be shared then.
        if (!('clipboard' in navigator)) return
        event.preventDefault()
        navigator.clipboard.writeText(new URL(href, location.href).href).then(
          () => toast(t('cart.share_copied')),
          () => location.assign(href),
        )
      }}
    >
      {t('cart.share')}
    </a>
  )
}
