import { byId } from './dom.ts'
import { initial } from './state.ts'

export interface ToastOptions {
  kind?: 'info' | 'done' | 'error'
  /** Stays until it is closed by hand. */
  sticky?: boolean
  /** It has a reason, a next step or a link: it stays as long as reading takes. */
  read?: boolean
}

/** The specification's number. ms */
const BRIEF = 1_000
/** ms for two lines of text, or to reach a link. */
const READ = 6_000

/**
 * A short message in the corner. `html` may hold `b i em strong a[href] br`; every other tag is dropped.
 * It stays while it is pointed at or holds the focus.
 */
export function toast(
  html: string,
  { kind = 'info', sticky = false, read = false }: ToastOptions = {},
): void {
  const ms = read ? READ : BRIEF
  const box = document.createElement('div')
  box.className = 'toast'
  box.setAttribute('role', 'status')
  box.dataset['kind'] = kind
  box.append(...inlineNodes(html))
  const close = (): void => box.remove()
  if (sticky) {
    const button = document.createElement('button')
    button.setAttribute('aria-label', initial().page.texts.close)
    button.textContent = '×'
    button.onclick = close
    box.append(button)
  } else {
    let timer = setTimeout(close, ms)
    const hold = (): void => clearTimeout(timer)
    const letGo = (): void => {
      clearTimeout(timer)
      // The pointer may leave while a link in it has the focus, and the other way round.
      if (!box.matches(':hover,:focus-within')) timer = setTimeout(close, ms)
    }
    for (const type of ['pointerenter', 'focusin']) box.addEventListener(type, hold)
    for (const type of ['pointerleave', 'focusout']) box.addEventListener(type, () => setTimeout(letGo))
    // Reachable, so that the keyboard can hold it too.
    box.tabIndex = 0
  }
  byId('toasts')?.append(box)
}

const ALLOWED = /^(b|i|em|strong|a|br)$/
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" } as const

/** Builds nodes instead of assigning HTML: nothing that is not made here can come into being. */
function inlineNodes(html: string): NodeListOf<ChildNode> {
  const root = document.createElement('p')
  let open: HTMLElement = root
  for (const piece of html.split(/(<[^>]*>)/)) {
    // oxlint-disable-next-line house/slow-pattern -- a text of the shop's own answers
    const tag = /^<(\/?)(\w+)(?:[^>]*?\shref="([^"]*)")?/.exec(piece)
    if (!tag) open.append(decode(piece))
    else if (ALLOWED.test(tag[2]!)) {
      if (tag[1]) open = open === root ? root : open.parentElement!
      else {
        const element = document.createElement(tag[2]!)
        if (
          tag[3] &&
          element instanceof HTMLAnchorElement &&
          /^(https?:|mailto:|\/(?!\/))/.test(decode(tag[3]))
        ) {
          element.href = decode(tag[3])
        }
        open.append(element)
        if (tag[2] !== 'br') open = element
      }
    }
  }
  return root.childNodes
}

function decode(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
}
