import { useRef, useState, type CSSProperties, type PointerEvent, type ReactNode } from 'react'
import type { GivenTrack, Puzzle } from '#features/verify/contract.ts'
import { Icon } from '#ui/icon.tsx'
import { Button } from '#ui/forms/button.tsx'

interface SliderProps {
  id: string
  puzzle: Extract<Puzzle, { way: 'slide' }>
  isChecked: boolean
  words: { swipe: string; help: string; gap: string; check: string }
  check(given: { track: GivenTrack }): void
}

type Samples = [number, number, number][]

/** As many as the server takes; the last is always among them. */
const mostSamples = 600

/**
 * The picture, its piece, and the slider that moves it: a real one for keys and screen readers. A pointer drags the
 * whole bar, so that a press somewhere on it does not make the piece leap.
 */
export function Slider({ id, puzzle, isChecked, words, check }: SliderProps): ReactNode {
  const most = puzzle.width - puzzle.piece.size
  const [x, setX] = useState(0)
  const [isByKeys, setByKeys] = useState(false)
  const drag = useRef<{ pointer: number; x: number; y: number; from: number; reach: number } | null>(null)
  const samples = useRef<Samples>([])
  const began = useRef(0)
  const range = useRef<HTMLInputElement>(null)

  const note = (time: number, at: number, y: number): void => {
    if (samples.current.length === 0) began.current = time
    if (samples.current.length >= mostSamples) samples.current.pop()
    samples.current.push([Math.round(time - began.current), Math.round(at), Math.round(y)])
  }

  const send = (by: 'pointer' | 'keys'): void => {
    check({ track: { by, samples: samples.current } })
    samples.current = []
  }

  const down = (event: PointerEvent<HTMLElement>): void => {
    if (isChecked || event.button !== 0) return
    event.preventDefault()
    const bar = event.currentTarget
    bar.setPointerCapture(event.pointerId)
    range.current?.focus({ preventScroll: true })
    const handle = bar.querySelector('.verify-handle')!.getBoundingClientRect().width
    const reach = bar.getBoundingClientRect().width - handle
    drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, from: 0, reach }
    setX(0)
    setByKeys(false)
    samples.current = []
    note(event.timeStamp, 0, 0)
  }

  const move = (event: PointerEvent<HTMLElement>): void => {
    const { current } = drag
    if (current?.pointer !== event.pointerId) return
    const at = ((event.clientX - current.x) / current.reach) * most
    const held = Math.min(most, Math.max(0, Math.round(at)))
    note(event.timeStamp, held, event.clientY - current.y)
    setX(held)
  }

  const up = (event: PointerEvent<HTMLElement>): void => {
    if (drag.current?.pointer !== event.pointerId) return
    move(event)
    drag.current = null
    send('pointer')
  }

  const cancel = (): void => {
    drag.current = null
    samples.current = []
    setX(0)
  }

  const byKey = (at: number): void => {
    if (isChecked) return
    const now = performance.now()
    if (samples.current.length === 0) note(now, x, 0)
    note(now, at, 0)
    setX(at)
    setByKeys(true)
  }

  const part = { '--at': x / most } as CSSProperties
  return (
    <>
      <Picture puzzle={puzzle} x={x} gap={words.gap} />
      <div
        className="verify-bar"
        dir="ltr"
        style={part}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={cancel}
      >
        <span className="verify-swipe" aria-hidden="true">
          {words.swipe}
        </span>
        <input
          ref={range}
          id={id}
          className="verify-range"
          type="range"
          min={0}
          max={most}
          value={x}
          aria-label={words.swipe}
          aria-describedby={`${id}-help`}
          aria-disabled={isChecked}
          onChange={(event) => byKey(event.currentTarget.valueAsNumber)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It would send the form around it.
            event.preventDefault()
            if (isByKeys && !isChecked) send('keys')
          }}
        />
        <span className="verify-handle" aria-hidden="true">
          <Icon name="arrow" size={20} />
        </span>
      </div>
      <p className="field-help" id={`${id}-help`}>
        {words.help}
      </p>
      {isByKeys && (
        <Button look="quiet" wide aria-busy={isChecked} onClick={() => !isChecked && send('keys')}>
          {words.check}
        </Button>
      )}
    </>
  )
}

/** @param x the piece's way from the left edge, in pixels of the picture */
function Picture({
  puzzle: { width, height, image, piece },
  x,
  gap,
}: {
  puzzle: SliderProps['puzzle']
  x: number
  gap: string
}): ReactNode {
  const place = {
    insetBlockStart: `${(piece.top / height) * 100}%`,
    insetInlineStart: `${(x / width) * 100}%`,
    inlineSize: `${(piece.size / width) * 100}%`,
  }
  return (
    <div className="verify-picture" dir="ltr">
      <img src={image} alt={gap} width={width} height={height} draggable={false} />
      <img className="verify-piece" src={piece.image} alt="" style={place} draggable={false} />
    </div>
  )
}
