import { useEffect, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { remaining, type Remaining } from './remaining.ts'
import { serverOffset } from './server-clock.ts'
import type { countdownTexts } from './texts.ts'

type Keys = (typeof countdownTexts)[number]

export interface CountdownProps {
  /** ISO 8601. */
  until: string
  /** The server's moment of rendering, ISO 8601: the first render uses it on both sides. */
  now: string
  /** The deadline in words: "Until 24 November, 18:00". */
  deadline: string
  /** The text after the deadline. */
  over: string
  texts: Texts<Keys>
  lang: string
  external?: boolean
}

const parts = ['days', 'hours', 'minutes', 'seconds'] as const satisfies readonly (keyof Remaining)[]

/** The time until a deadline, by the shop's clock. Screen readers get the deadline, not each second. */
export default function Countdown({ until, now, deadline, over, texts, lang }: CountdownProps): ReactNode {
  const t = translator(texts, lang)
  const left = useLeft(Date.parse(until), Date.parse(now))
  return (
    <div className="countdown">
      {left && (
        <div className="countdown-parts" aria-hidden="true">
          {parts.map((part) => (
            <span key={part} className="countdown-part">
              <b>{String(left[part]).padStart(2, '0')}</b>
              {t(`countdown.${part}`, { n: left[part] })}
            </span>
          ))}
        </div>
      )}
      <time className="countdown-deadline" dateTime={until}>
        {left ? deadline : over}
      </time>
    </div>
  )
}

function useLeft(until: number, rendered: number): Remaining | null {
  const [now, setNow] = useState(rendered)
  useEffect(() => {
    let isWanted = true
    let timer: ReturnType<typeof setTimeout>
    void serverOffset().then((offset) => {
      if (!isWanted) return
      const tick = (): void => {
        const moment = Date.now() + offset
        setNow(moment)
        // With the deadline's own seconds, so that the last one ends with it.
        if (moment < until) timer = setTimeout(tick, ((until - moment - 1) % 1000) + 1)
      }
      tick()
    })
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [until])
  return remaining(until, now)
}
