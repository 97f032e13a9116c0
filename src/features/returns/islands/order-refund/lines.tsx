import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Checkbox, Select } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { ReturnOptions } from '../../contract.ts'
import type { RefundKey } from './texts.ts'
import { fieldOf, returnable, type Wish } from './wish.ts'

type Line = ReturnOptions['lines'][number]

interface LinesProps {
  /** What the ids of the fields begin with. */
  id: string
  lines: readonly Line[]
  /** As the form begins. */
  begin: Pick<Wish, 'lines'>
  /** As it is now. */
  wish: Pick<Wish, 'lines'>
  /** Field name → what is wrong with it. */
  errors: Readonly<Record<string, string | undefined>>
  /** Reported as a problem: nothing need come back. */
  isProblem: boolean
  t: Translate<RefundKey>
}

/** The order's lines: those that can come back with a choice of units, the others with the reason why not. */
export function ReturnLines({ id, lines, begin, wish, errors, isProblem, t }: LinesProps): ReactNode {
  const open = returnable(lines)
  const rest = lines.filter((line) => line.returnable === 0)
  return (
    <ul className="return-lines">
      {open.map((line, number) => (
        <li key={line.id} className="return-line">
          <LineWords line={line} isProblem={isProblem} t={t} />
          <input type="hidden" name={fieldOf(number, 'line')} value={line.id} />
          <div className="return-line-units">
            <Units
              id={id}
              line={line}
              number={number}
              begin={ofLine(begin, line)}
              wish={ofLine(wish, line)}
              isProblem={isProblem}
              t={t}
            />
          </div>
          <Exchange
            id={id}
            line={line}
            number={number}
            begin={ofLine(begin, line)}
            error={errors[fieldOf(number, 'exchangeFor')]}
            t={t}
          />
        </li>
      ))}
      {rest.map((line) => (
        <li key={line.id} className="return-line return-line-closed">
          <LineWords line={line} isProblem={isProblem} t={t} />
        </li>
      ))}
    </ul>
  )
}

function ofLine({ lines }: Pick<Wish, 'lines'>, { id }: Line): Wish['lines'][number] | undefined {
  return lines.find(({ line }) => line === id)
}

function LineWords({
  line,
  isProblem,
  t,
}: {
  line: Line
  isProblem: boolean
  t: Translate<RefundKey>
}): ReactNode {
  const why = isProblem ? line.whyNoClaim : line.why
  return (
    <>
      <div className="return-line-picture">
        {line.picture && <Picture picture={{ ...line.picture, alt: '' }} sizes="4.5rem" from={96} to={320} />}
      </div>
      <div className="return-line-words">
        <p className="return-line-title">{line.title}</p>
        {line.choice !== '' && <p className="return-note">{line.choice}</p>}
        <p className="return-note">{t('return.form.each', { price: line.price, count: line.bought })}</p>
        {why !== null && <p className="return-line-why">{why}</p>}
      </div>
    </>
  )
}

interface UnitsProps {
  id: string
  line: Line
  number: number
  begin: Wish['lines'][number] | undefined
  wish: Wish['lines'][number] | undefined
  isProblem: boolean
  t: Translate<RefundKey>
}

/** One unit is ticked; several are counted. */
function Units({ id, line, number, begin, wish, isProblem, t }: UnitsProps): ReactNode {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const name = fieldOf(number, 'quantity')
  const { title } = line
  // Fewer can come back than when it was filled in: another return asks for the others.
  useEffect(() => {
    const field = input.current
    if (field !== null && Number(field.value) > line.returnable) field.value = String(line.returnable)
  }, [line.returnable])
  /** What the field shows is what is counted; what was typed before the island was alive is reported to it as input. */
  const limit = (): void => {
    const field = input.current!
    const isMore = Number(field.value) > line.returnable
    if (isMore) field.value = String(line.returnable)
    setOver(isMore)
  }
  if (line.returnable === 1)
    return (
      <>
        <input type="hidden" name={name} value="0" />
        <Checkbox id={`${id}-${name}`} name={name} value="1" defaultChecked={begin?.quantity === 1}>
          <span>
            {t(isProblem ? 'return.form.choose_line_problem' : 'return.form.choose_line')}
            <span className="visually-hidden">{` ${title}`}</span>
          </span>
        </Checkbox>
      </>
    )
  const step = (by: number): void => {
    const field = input.current!
    field.value = String(Math.min(Math.max(0, Number(field.value) + by), line.returnable))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const units = wish?.quantity ?? 0
  const label = t(isProblem ? 'return.form.quantity_problem' : 'return.form.quantity_of', { title })
  return (
    <>
      <span className="stepper" role="group" aria-label={label}>
        <IconButton
          className="return-units-step"
          label={t('return.form.fewer', { title })}
          disabled={units === 0}
          onClick={() => step(-1)}
        >
          <Icon name="minus" size={16} />
        </IconButton>
        <input
          ref={input}
          id={`${id}-${name}`}
          className="stepper-input"
          type="number"
          name={name}
          inputMode="numeric"
          min={0}
          max={line.returnable}
          defaultValue={begin?.quantity ?? 0}
          onInput={limit}
          onBlur={({ currentTarget }) => {
            if (currentTarget.value !== String(units)) currentTarget.value = String(units)
          }}
          aria-label={label}
        />
        <IconButton
          className="return-units-step"
          label={t('return.form.more', { title })}
          disabled={units >= line.returnable}
          onClick={() => step(1)}
        >
          <Icon name="plus" size={16} />
        </IconButton>
      </span>
      <span className="return-note">{t('return.form.of', { count: line.returnable })}</span>
      <p className="return-note return-line-most" role="status">
        {isOver ? t('return.form.most', { count: line.returnable }) : ''}
      </p>
    </>
  )
}

interface ExchangeProps {
  id: string
  line: Line
  number: number
  begin: Wish['lines'][number] | undefined
  error: string | undefined
  t: Translate<RefundKey>
}

/** The wanted version; styles show it while the type is an exchange, also without scripts. */
function Exchange({ id, line, number, begin, error, t }: ExchangeProps): ReactNode {
  const name = fieldOf(number, 'exchangeFor')
  if (line.exchanges.length === 0)
    return <p className="return-exchange return-note">{t('return.form.exchange_none')}</p>
  return (
    <div className="return-exchange">
      <Select
        id={`${id}-${name}`}
        name={name}
        label={t('return.form.exchange_for')}
        defaultValue={begin?.exchangeFor ?? ''}
        error={error}
      >
        <option value="">{t('return.form.exchange_choose')}</option>
        {line.exchanges.map(({ sku, choice, inStock, difference }) => (
          <option key={sku} value={sku} disabled={!inStock}>
            {inStock
              ? difference === null
                ? choice
                : t('return.form.exchange_difference', { choice, difference })
              : t('return.form.exchange_sold_out', { choice })}
          </option>
        ))}
      </Select>
    </div>
  )
}
