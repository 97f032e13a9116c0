import { byWord } from '#domain/by-word.ts'
import { textDirection } from '#i18n/match-locale.ts'

/*
 * The last answer: for when not even the shop's own error page can be made. It needs nothing: no database, no
 * dictionary, no theme, no script.
 */

interface Words {
  title: string
  text: string
  again: string
}

const english: Words = {
  title: 'The shop is closed for a moment',
  text: 'Something on our side broke. Nothing you did caused it. Please try again in a moment.',
  again: 'Try again',
}

const words: Record<string, Words> = byWord({
  'zh-Hans': {
    title: '商店暂时打不开',
    text: '是我们这边出了问题，与你的操作无关。请稍后再试。',
    again: '再试一次',
  },
  'zh-Hant': {
    title: '網店暫時未能開放',
    text: '是我們這邊出了問題，與你的操作無關。請稍後再試。',
    again: '再試一次',
  },
})

/**
 * A whole document in the language nearest to `lang` (BCP 47).
 * @param reason in place of the usual text, in that language: it stands in the page as it is
 */
export function errorDocument(lang: string, reason?: string): string {
  const found = Object.keys(words).find((known) => lang === known || lang.startsWith(`${known}-`))
  const { title, text, again } = found === undefined ? english : words[found]!
  const said = found === undefined ? 'en' : found
  const own = reason === undefined || lang === said ? '' : ` lang="${lang}" dir="${textDirection(lang)}"`
  return `<!doctype html><html lang="${said}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p${own}>${reason ?? text}</p><p><a href="">${again}</a></p></main></body></html>`
}

const style =
  ':root{color-scheme:light dark}body{display:grid;place-items:center;min-height:100svh;margin:0;padding:1.5rem;box-sizing:border-box;font:1rem/1.6 system-ui,sans-serif;text-align:center}main{max-width:30rem}h1{font-size:1.75rem;font-weight:500;line-height:1.2}a{display:inline-block;padding:.75rem 1.5rem;border:1px solid;border-radius:.25rem;color:inherit;text-decoration:none}'
