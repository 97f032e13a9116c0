import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { forget, forgetAll, readHistory, remember } from './history.ts'
import { groupsFor, type Group, type Option } from './options.ts'
import { createAsking, type Suggested } from './suggestions.ts'
import type { searchTexts } from './texts.ts'

type Keys = (typeof searchTexts)[number]

export interface BoxProps {
  form: HTMLFormElement
  action: string
  texts: Texts<Keys>
  lang: string
}

const listId = 'search-options'
const optionId = (index: number): string => `search-option-${index}`

/**
 * The suggestions below the field: a combobox with a list of groups
 * (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/). The focus stays in the field; the arrows choose.
 */
export function Box({ form, action, texts, lang }: BoxProps): ReactNode {
  const t = translator(texts, lang)
  const input = form.elements.namedItem('q') as HTMLInputElement
  const [q, setQ] = useState(input.value.trim())
  const [answer, setAnswer] = useState<Suggested | null>(null)
  const [history, setHistory] = useState(readHistory)
  const [active, setActive] = useState(-1)
  const groups = useMemo(() => groupsFor(q, answer, history, action), [q, answer, history, action])
  const options = groups.flatMap((group) => group.options)
  const asking = useMemo(() => createAsking(setAnswer), [])
  const chosen = options[active]

  const keys = useRef<(event: KeyboardEvent) => void>(() => {})
  useEffect(() => {
    keys.current = press
  })

  function press(event: KeyboardEvent): void {
    // While an input method composes, Enter and the arrows are its own.
    if (event.isComposing || event.keyCode === 229) return
    const next = moved(event.key, active, options.length)
    if (next !== null) {
      setActive(next)
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Escape' && active !== -1) setActive(-1)
    else if (event.key === 'Escape' && input.value !== '') {
      input.value = ''
      input.dispatchEvent(new Event('input', { bubbles: true }))
    } else if (event.key === 'Enter' && chosen) document.getElementById(optionId(active))?.click()
    else if (event.key === 'Delete' && chosen?.term && history.includes(chosen.term)) drop(chosen.term)
    else return
    event.preventDefault()
  }

  function drop(term: string): void {
    forget(term)
    setHistory(readHistory())
    setActive(-1)
    input.focus()
  }

  // The field is part of the page, not of this component: text typed before hydration stays, even half a word.
  useEffect(() => {
    const read = (event?: Event): void => {
      // Half a syllable is no query: composed text counts when the composition ends.
      if ((event as InputEvent | undefined)?.isComposing) return
      const text = input.value.trim()
      setQ(text)
      setActive(-1)
      asking.ask(text)
    }
    const keep = (): void => {
      remember(input.value)
      setHistory(readHistory())
    }
    const pressed = (event: KeyboardEvent): void => keys.current(event)
    input.addEventListener('input', read)
    input.addEventListener('compositionend', read)
    input.addEventListener('keydown', pressed)
    form.addEventListener('submit', keep)
    read()
    return () => {
      asking.stop()
      input.removeEventListener('input', read)
      input.removeEventListener('compositionend', read)
      input.removeEventListener('keydown', pressed)
      form.removeEventListener('submit', keep)
    }
  }, [form, input, asking])

  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(options.length > 0),
      'aria-controls': listId,
      'aria-activedescendant': active === -1 ? '' : optionId(active),
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
  }, [input, options.length, active])

  const choose = (option: Option): void => {
    remember(option.term ?? input.value)
    setHistory(readHistory())
    setActive(-1)
  }

  return (
    <div className="search-box">
      <p className="visually-hidden" role="status">
        {spoken(q, answer, options.length, t)}
      </p>
      <div id={listId} role="listbox" aria-label={t('search.suggestions')} className="search-groups">
        {groups.map((group) => (
          <OptionGroup key={group.name} group={group} active={active} choose={choose} drop={drop} t={t} />
        ))}
      </div>
      <div className="search-foot">
        {q !== '' && answer && answer.total > 0 && (
          <button type="submit" className="button button-plain">
            {t('search.all', { q })}
          </button>
        )}
        {groups[0]?.name === 'search.history' && (
          <button
            type="button"
            className="button button-plain"
            onClick={() => {
              forgetAll()
              setHistory([])
              input.focus()
            }}
          >
            {`${t('search.history_clear')}: ${t('search.history')}`}
          </button>
        )}
      </div>
    </div>
  )
}

/** The option that the key moves to, of `count`; −1: the field itself; null: not a key of the list. */
function moved(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return active === count - 1 ? -1 : active + 1
    case 'ArrowUp':
      return active === -1 ? count - 1 : active - 1
    case 'Home':
      return active === -1 ? null : 0
    case 'End':
      return active === -1 ? null : count - 1
    default:
      return null
  }
}

function spoken(q: string, answer: Suggested | null, count: number, t: Translate<Keys>): string {
  if (!answer || answer.q !== q || q === '') return ''
  return count === 0 ? t('search.nothing') : t('search.counted', { count, total: answer.total })
}

interface OptionGroupProps {
  group: Group
  active: number
  choose: (option: Option) => void
  drop: (term: string) => void
  t: Translate<Keys>
}

function OptionGroup({
  group: { name, options, start },
  active,
  choose,
  drop,
  t,
}: OptionGroupProps): ReactNode {
  const isOwn = name === 'search.history'
  const titleId = `${listId}-${name.slice('search.'.length)}`
  return (
    <div role="group" aria-labelledby={titleId} className={`search-group search-group-${name.slice(7)}`}>
      <p className="search-group-title" id={titleId} role="presentation">
        {t(name)}
      </p>
      {options.map((option, number) => {
        const { href, title, product, term } = option
        return (
          <a
            key={href}
            id={optionId(start + number)}
            role="option"
            aria-selected={start + number === active}
            tabIndex={-1}
            className={product ? 'search-option search-option-product' : 'search-option'}
            href={href}
            data-page={product ? 'product' : undefined}
            onClick={() => choose(option)}
          >
            {product && (
              <span className="search-option-picture">
                {product.picture && (
                  <Picture picture={{ ...product.picture, alt: '' }} sizes="56px" from={96} to={160} />
                )}
              </span>
            )}
            <span className="search-option-title">
              {title.map(({ text, mark }, at) => (mark ? <mark key={at}>{text}</mark> : text))}
            </span>
            {isOwn && <span className="visually-hidden">, {t('search.history_remove')}</span>}
            {product && <span className="search-option-price">{product.price}</span>}
            {isOwn && term !== null && (
              // For the pointer; the keyboard has the Delete key, and the button below takes them all.
              <span
                className="search-option-remove"
                aria-hidden="true"
                onClick={(event) => {
                  event.preventDefault()
                  event.stopPropagation()
                  drop(term)
                }}
              >
                <Icon name="close" size={14} />
              </span>
            )}
          </a>
        )
      })}
    </div>
  )
}
