import { readingMode, modeWords } from '#wire/reading-mode.ts'

const year = 365 * 86_400

/**
 * Applies the form to the page at once, and writes the cookie that the server would have set. Without this code the
 * form is posted.
 */
export function applyReading(form: HTMLFormElement): void {
  const chosen = form.querySelectorAll<HTMLInputElement>('input:checked')
  const mode = readingMode([...chosen].map(({ value }) => value).join('.'))
  const secure = location.protocol === 'https:' ? '; secure' : ''
  document.cookie = `mode=${mode}; path=/; samesite=lax; max-age=${mode === '' ? 0 : year}${secure}`
  const { documentElement: root } = document
  if (mode === '') delete root.dataset['mode']
  else root.dataset['mode'] = modeWords(mode)
  colorBrowser(root)
}

/** The browser's own bars follow the page. */
function colorBrowser(root: HTMLElement): void {
  const ground = document.querySelector('body > header') ?? root
  const { backgroundColor } = getComputedStyle(ground)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content = backgroundColor
}
