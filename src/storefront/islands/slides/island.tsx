import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { calmly, isStill, showChild, watchStrip } from '#ui/strip.ts'
import type { slidesTexts } from './texts.ts'

type Keys = (typeof slidesTexts)[number]

export interface SlidesProps {
  label: string
  /** The number of slides in the `SlideStrip` inside. */
  count: number
  /** Milliseconds after which the next one shows by itself; 0: only by hand. Less than 5000 is too quick to read. */
  every: number
  texts: Texts<Keys>
  lang: string
  /** One `SlideStrip`. */
  children?: ReactNode
  external?: boolean
}

/** Buttons, dots, keys and a clock for a strip that is pushed by hand without them. */
export default function Slides({ label, count, every, texts, lang, children }: SlidesProps): ReactNode {
  const t = translator(texts, lang)
  const root = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [isTurning, setTurning] = useState(every > 0)
  useSeen(root, setAt)
  useKeys(root, count)
  useClock(root, isTurning ? every : 0, count)
  const go = (index: number): void => {
    // Turning by hand stops the automatic turning.
    setTurning(false)
    turnTo(root.current, index, count)
  }
  return (
    <div className="slides" role="group" aria-label={label} ref={root}>
      {children}
      {count > 1 && (
        <div className="slides-bar">
          <Dots count={count} at={at} go={go} t={t} />
          {every > 0 && (
            <IconButton
              label={t(isTurning ? 'slides.pause' : 'slides.play')}
              onClick={() => setTurning(!isTurning)}
            >
              <Icon name={isTurning ? 'pause' : 'play'} />
            </IconButton>
          )}
          <IconButton className="slides-previous" label={t('slides.previous')} onClick={() => go(at - 1)}>
            <Icon name="chevron" />
          </IconButton>
          <IconButton className="slides-next" label={t('slides.next')} onClick={() => go(at + 1)}>
            <Icon name="chevron" />
          </IconButton>
        </div>
      )}
    </div>
  )
}

interface DotsProps {
  count: number
  at: number
  go: (index: number) => void
  t: Translate<Keys>
}

function Dots({ count, at, go, t }: DotsProps): ReactNode {
  return (
    <ol className="slides-dots">
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <button
            type="button"
            className="slides-dot"
            aria-label={t('slides.go', { n: index + 1, count })}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => go(index)}
          />
        </li>
      ))}
    </ol>
  )
}

type Root = RefObject<HTMLDivElement | null>

function useSeen(root: Root, see: (index: number) => void): void {
  useEffect(() => {
    const strip = stripIn(root.current)
    return strip ? watchStrip(strip, see) : undefined
  }, [root, see])
}

/** Arrows, Home and End turn the strip while it has the focus. */
function useKeys(root: Root, count: number): void {
  useEffect(() => {
    const strip = stripIn(root.current)
    if (!strip) return
    // The strip is the server's own node, in which React hears nothing.
    const turn = (event: KeyboardEvent): void => {
      if (event.target !== strip) return
      const forward = getComputedStyle(strip).direction === 'rtl' ? -1 : 1
      const at = indexIn(strip)
      const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: count - 1 }[event.key]
      if (to === undefined) return
      event.preventDefault()
      showChild(strip, Math.max(0, Math.min(count - 1, to)), calmly())
    }
    strip.addEventListener('keydown', turn)
    return () => strip.removeEventListener('keydown', turn)
  }, [root, count])
}

/** Turns automatically, but not while pointed at, focused, out of sight, or with reduced motion or data. */
function useClock(root: Root, every: number, count: number): void {
  useEffect(() => {
    if (every === 0) return
    const timer = setInterval(() => {
      const box = root.current
      const strip = stripIn(box)
      if (!box || !strip || document.hidden || isStill() || box.matches(':hover, :focus-within')) return
      turnTo(box, indexIn(strip) + 1, count)
    }, every)
    return () => clearInterval(timer)
  }, [root, every, count])
}

function turnTo(root: Element | null, index: number, count: number): void {
  const strip = stripIn(root)
  if (strip) showChild(strip, (index + count) % count, calmly())
}

/** The child closest to the strip's edge. */
function indexIn(strip: Element): number {
  return Math.round(Math.abs(strip.scrollLeft) / Math.max(1, strip.clientWidth))
}

function stripIn(root: Element | null): HTMLElement | null {
  return root?.querySelector<HTMLElement>('.slide-strip') ?? null
}
