import { byWord } from '#domain/by-word.ts'
import galleryCss from './gallery.css?raw'

/*
 * A picture of a part cannot be hovered. So the gallery brings the parts' styles a second time, in which what stands
 * in `data-force="hover"` counts as hovered, and likewise for the other states; and its own layout.
 */

const sheets = import.meta.glob<string>(
  [
    '../../ui/**/*.css',
    '!../../ui/base/{reset,tokens,utilities}.css',
    '../../features/**/*.css',
    '!../../features/theming/looks/*.css',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const focusable = 'a,button,input,select,textarea,summary,[tabindex="0"]'

// Within `:where` nothing weighs anything: a forced state is as strong as the real one.
const forced: Readonly<Record<string, string>> = byWord({
  hover: ':where([data-force~="hover"] *)',
  active: ':where([data-force~="active"] *)',
  'focus-visible': `:where([data-force~="focus-visible"] :is(${focusable}))`,
  'popover-open': ':where([data-force~="open"] [popover])',
})

/** The stylesheet of the gallery. */
export function forcedStyles(): string {
  const layers = Object.entries(sheets).map(
    ([path, text]) => `@layer ${layerOf(path)}{${withForcedStates(withoutScrollLock(text))}}`,
  )
  return `${layers.join('\n')}\n${galleryCss}`
}

function layerOf(path: string): string {
  if (path.endsWith('/ui/base/base.css')) return 'base'
  return path.includes('/ui/') ? 'parts' : 'features'
}

/** A page does not scroll behind an open sheet: the gallery shows open ones and scrolls. */
function withoutScrollLock(css: string): string {
  return css.replace(/^html:has\([^{]*\{[^}]*\}/m, '')
}

/** Each `:hover` is also what stands in an element that forces it. */
export function withForcedStates(css: string): string {
  return css.replace(
    /:(hover|active|focus-visible|popover-open)(?![\w-])/g,
    (state, name: string) => `:is(${state},${forced[name]})`,
  )
}
