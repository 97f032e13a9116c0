import { contained, held, moved, whole, zoomAt, type Point, type ZoomView } from './zoom-view.ts'

/*
 * Gestures, mouse, wheel and keys on a picture that fills the window.
 */

export interface Zoom {
  /** Enlarges around the middle; less than 1 makes smaller. */
  by(factor: number): void
  /** Shows the picture whole again. */
  reset(): void
  end(): void
}

interface ZoomOptions {
  /** To the next picture or the one before. */
  turn: (by: 1 | -1) => void
}

/** Scale factor of one press, around the pressed point. */
const press = 2.5
/** Of one press of a key. */
const step = 1.6
/** px: less is a press, more is a move. */
const still = 8
/** px: a swipe of this length turns to another picture. */
const swipe = 48

/** Brings the picture in `stage` to life; keys are heard in the whole dialog around it. */
export function startZoom(stage: HTMLElement, { turn }: ZoomOptions): Zoom {
  const fingers = new Map<number, Point>()
  const listening = new AbortController()
  let view: ZoomView = whole
  let travelled = { x: 0, y: 0 }
  let wasPinch = false

  const listen = <E extends Event>(target: EventTarget, types: string, hear: (event: E) => void): void => {
    for (const type of types.split(' '))
      target.addEventListener(type, hear as EventListener, { signal: listening.signal, passive: false })
  }
  listen(stage, 'pointerdown', down)
  listen(stage, 'pointermove', move)
  listen(stage, 'pointerup', up)
  listen(stage, 'pointercancel', cancel)
  listen(stage, 'wheel', wheel)
  listen(stage.closest('dialog') ?? stage, 'keydown', key)
  listen(window, 'resize', () => show(view))

  function down(event: PointerEvent): void {
    if (event.button !== 0) return
    if (fingers.size === 0) {
      travelled = { x: 0, y: 0 }
      wasPinch = false
    }
    stage.setPointerCapture(event.pointerId)
    fingers.set(event.pointerId, pointOf(event))
    wasPinch ||= fingers.size > 1
    stage.dataset['held'] = ''
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId)
    if (!before) return
    const now = pointOf(event)
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
    fingers.set(event.pointerId, now)
    const by = { x: now.x - before.x, y: now.y - before.y }
    travelled = { x: travelled.x + by.x, y: travelled.y + by.y }
    if (other) {
      // Each finger moves the middle between the two by half of its own way.
      const grown = distance(now, other) / Math.max(1, distance(before, other))
      show(zoomAt(moved(view, { x: by.x / 2, y: by.y / 2 }), middle(now, other), grown))
    } else if (view.scale > 1) show(moved(view, by))
  }

  function up(event: PointerEvent): void {
    const wasLast = fingers.delete(event.pointerId) && fingers.size === 0
    if (!wasLast) return
    delete stage.dataset['held']
    if (wasPinch) return
    const way = Math.hypot(travelled.x, travelled.y)
    if (way < still) show(view.scale > 1 ? whole : zoomAt(view, pointOf(event), press))
    else if (view.scale === 1 && Math.abs(travelled.x) > Math.max(swipe, Math.abs(travelled.y))) {
      turn(travelled.x < 0 === isForward() ? 1 : -1)
    }
  }

  function cancel(event: PointerEvent): void {
    fingers.delete(event.pointerId)
    if (fingers.size === 0) delete stage.dataset['held']
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault()
    // A wheel's notch is some 100 px, a pinch on a touchpad a few.
    const strength = event.ctrlKey ? 0.01 : 0.002
    show(zoomAt(view, pointOf(event), Math.exp(-event.deltaY * strength)))
  }

  function key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const run = keys.get(event.key)
    if (!run) return
    event.preventDefault()
    run()
  }

  const sideways = (by: 1 | -1): void => {
    if (view.scale > 1) show(moved(view, { x: -by * 80, y: 0 }))
    else turn(isForward() ? by : by === 1 ? -1 : 1)
  }
  const upright = (by: 1 | -1): void => show(moved(view, { x: 0, y: -by * 80 }))
  const by = (factor: number): void => show(zoomAt(view, { x: 0, y: 0 }, factor))
  const reset = (): void => show(whole)
  const keys = new Map<string, () => void>([
    ['+', () => by(step)],
    ['=', () => by(step)],
    ['-', () => by(1 / step)],
    ['0', reset],
    ['ArrowRight', () => sideways(1)],
    ['ArrowLeft', () => sideways(-1)],
    ['ArrowDown', () => upright(1)],
    ['ArrowUp', () => upright(-1)],
  ])

  function show(next: ZoomView): void {
    const picture = stage.querySelector('img')
    if (!picture) return
    const window = { width: stage.clientWidth, height: stage.clientHeight }
    const natural = { width: picture.naturalWidth, height: picture.naturalHeight }
    view = held(next, contained(natural, window), window)
    picture.style.translate = `${view.x}px ${view.y}px`
    picture.style.scale = String(view.scale)
    stage.toggleAttribute('data-zoomed', view.scale > 1)
  }

  /** From the middle of the stage. */
  function pointOf({ clientX, clientY }: MouseEvent): Point {
    const box = stage.getBoundingClientRect()
    return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 }
  }

  function isForward(): boolean {
    return getComputedStyle(stage).direction === 'ltr'
  }

  return {
    by,
    reset,
    end() {
      listening.abort()
      reset()
    },
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
