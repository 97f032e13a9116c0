/** The opening tags of a kind in rendered HTML, each as its attributes by lower-case name; `tag` is the element's. */
export function elements(html: string, tag: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    attributesOf(attributes),
  )
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    decode(value),
  ])
  return Object.fromEntries(pairs) as Record<string, string>
}

function decode(text: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return text.replace(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => signs[name] ?? '')
}

export interface Post {
  action: string
  /** Pairs in the order in which a browser sends them. */
  fields: [name: string, value: string][]
}

/** What a browser without scripts posts when the button with that label is pressed. */
export function postOf(html: string, label: string): Post {
  const forms = [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, own = '', inner = '']) => ({
    own: attributesOf(own),
    inner,
  }))
  for (const { own, inner } of forms) {
    const linked =
      own['id'] === undefined ? [] : elements(html, 'button').filter(({ form }) => form === own['id'])
    const button = [...elements(inner, 'button').filter(({ form }) => form === undefined), ...linked].find(
      (one) => one['aria-label'] === label,
    )
    if (!button) continue
    if (own['method'] !== 'post' || button['type'] !== 'submit') throw new Error(`${label} posts nothing`)
    const fields = elements(inner, 'input').map(({ name = '', value = '' }): [string, string] => [
      name,
      value,
    ])
    const { name, value = '' } = button
    return { action: own['action'] ?? '', fields: name === undefined ? fields : [...fields, [name, value]] }
  }
  throw new Error(`no form has a button ${label}`)
}
