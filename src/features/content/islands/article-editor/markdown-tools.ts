/** A text with what is chosen in it. */
export interface Chosen {
  text: string
  start: number
  end: number
}

/** What takes the place of a part of the text, and what is chosen afterwards, counted from its beginning. */
export interface Replacement {
  start: number
  end: number
  by: string
  chosen: [number, number]
}

export const tools = ['bold', 'italic', 'heading', 'link', 'quote', 'list'] as const
export type Tool = (typeof tools)[number]

/** What a tool does with the chosen words. Pressed again it takes back what it did. */
export function apply(tool: Tool, chosen: Chosen, linkWords: string): Replacement {
  switch (tool) {
    case 'bold':
      return around(chosen, '**')
    case 'italic':
      return around(chosen, '*')
    case 'heading':
      return before(chosen, '## ')
    case 'quote':
      return before(chosen, '> ')
    case 'list':
      return before(chosen, '- ')
    case 'link':
      return link(chosen, linkWords)
  }
}

function around({ text, start, end }: Chosen, sign: string): Replacement {
  const words = text.slice(start, end)
  const size = sign.length
  const isInside =
    text.slice(start - size, start) === sign &&
    text.slice(end, end + size) === sign &&
    !isPartOf(text, start, sign)
  if (isInside) return { start: start - size, end: end + size, by: words, chosen: [0, words.length] }
  return { start, end, by: sign + words + sign, chosen: [size, size + words.length] }
}

/** The one star of two. */
function isPartOf(text: string, start: number, sign: string): boolean {
  return sign === '*' && text[start - 2] === '*' && text[start - 3] !== '*'
}

function before({ text, start, end }: Chosen, sign: string): Replacement {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isThere = lines.every((line) => line.startsWith(sign))
  const by = lines.map((line) => (isThere ? line.slice(sign.length) : sign + line)).join('\n')
  return { start: from, end: to, by, chosen: lines.length === 1 ? [by.length, by.length] : [0, by.length] }
}

function link({ text, start, end }: Chosen, linkWords: string): Replacement {
  const words = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(words))
    return { start, end, by: `[${linkWords}](${words})`, chosen: [1, 1 + linkWords.length] }
  const shown = words === '' ? linkWords : words
  const at = shown.length + 3
  return { start, end, by: `[${shown}](https://)`, chosen: [at, at + 'https://'.length] }
}

/** A picture stands in a paragraph of its own. */
export function picture({ text, start, end }: Chosen, markdown: string): Replacement {
  const above = text.slice(0, start)
  const below = text.slice(end)
  const gap = above === '' || above.endsWith('\n\n') ? '' : above.endsWith('\n') ? '\n' : '\n\n'
  const by = `${gap}${markdown}${below.startsWith('\n\n') || below === '' ? '\n' : '\n\n'}`
  return { start, end, by, chosen: [by.length, by.length] }
}
