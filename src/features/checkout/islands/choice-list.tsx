import type { ReactNode } from 'react'

interface ChoiceProps {
  name: string
  value: string
  chosen: boolean
  choose: () => void
  title: string
  note: string
  /** Next to the title: a price, a fee. */
  price: string
  /** Below the title: the delivery time. */
  more?: string
  /** A button that chooses it without scripts. */
  plain?: ReactNode
}

/** One of several methods with its facts; all of it can be pressed. */
export function Choice({
  name,
  value,
  chosen,
  choose,
  title,
  note,
  price,
  more = '',
  plain,
}: ChoiceProps): ReactNode {
  return (
    <div className="choice">
      <label className="checkbox choice-label">
        <input type="radio" name={name} value={value} checked={chosen} onChange={choose} />
        <span className="choice-words">
          <span className="choice-head">
            <span className="choice-title">{title}</span>
            <span className="choice-price">{price}</span>
          </span>
          {more !== '' && <span className="choice-more">{more}</span>}
          {note !== '' && <span className="choice-note">{note}</span>}
        </span>
      </label>
      {plain}
    </div>
  )
}
