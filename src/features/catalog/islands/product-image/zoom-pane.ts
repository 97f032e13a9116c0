import { contained, held, moved, whole, zoomAt, type Point } from './zoom-view.ts'

/** The picture in its stage. Points are px from the middle of the stage. */
export interface ZoomPane {
  isEnlarged(): boolean
  /** Enlarges around a point, or around the middle, after a move; less than 1 makes smaller. */
  zoom(factor: number, around?: Point, by?: Point): void
  move(by: Point): void
  /** Shows the picture whole again. */
  reset(): void
  /** Keeps the stage filled after its size changed. */
  fit(): void
  pointOf(event: MouseEvent): Point
  /** Whether the next picture is to the right. */
  isForward(): boolean
}

/** The middle of the stage; as a move, none. */
const origin: Point = { x: 0, y: 0 }

export function zoomPane(stage: HTMLElement): ZoomPane {
  let view = whole

  function show(next = view): void {
    const picture = stage.querySelector('img')
    if (!picture) return
    const window = { width: stage.clientWidth, height: stage.clientHeight }
    const natural = { width: picture.naturalWidth, height: picture.naturalHeight }
    view = held(next, contained(natural, window), window)
    picture.style.translate = `${view.x}px ${view.y}px`
    picture.style.scale = String(view.scale)
    stage.toggleAttribute('data-zoomed', view.scale > 1)
  }

  return {
    isEnlarged: () => view.scale > 1,
    zoom: (factor, around = origin, by = origin) => show(zoomAt(moved(view, by), around, factor)),
    move: (by) => show(moved(view, by)),
    reset: () => show(whole),
    fit: () => show(),
    pointOf({ clientX, clientY }) {
      const box = stage.getBoundingClientRect()
      return { x: clientX - box.x - box.width / 2, y: clientY - box.y - box.height / 2 }
    },
    isForward: () => getComputedStyle(stage).direction === 'ltr',
  }
}
