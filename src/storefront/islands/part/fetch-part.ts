import { partUrl } from '#wire/placed-names.ts'

/**
 * The HTML of one part, with the stylesheets that it needs in the document; or why there is none, for the console: empty
 * where there is nothing to say. @param wanted its props, as JSON
 */
export async function fetchPart(name: string, wanted: string, k: string): Promise<DocumentFragment | string> {
  const { langPath } = firstPage()
  const path = partUrl(langPath, name, wanted, k)
  const nodes = await shownBy(path)
  if (nodes !== null) return nodes
  // Props that were not written out in full have a URL of their own.
  const { redirect, reason } = await whyNot(path)
  return redirect === null ? reason : ((await shownBy(redirect)) ?? (await whyNot(redirect)).reason)
}

/** Null: it cannot be had. Empty: what is the visitor's own is nothing for who has none. */
async function shownBy(path: string): Promise<DocumentFragment | '' | null> {
  const nodes = await borrowed(path)
  return nodes?.childNodes.length === 0 ? '' : nodes
}

/** Of the document: its language is that of all pages that visits show in it. */
function firstPage(): { langPath: string } {
  const { textContent } = document.getElementById('initial-data')!
  return (JSON.parse(textContent) as { page: { langPath: string } }).page
}

async function borrowed(path: string): Promise<DocumentFragment | null> {
  const arrival = await import('#platform/browser/arrival.ts')
  return arrival.borrow(path)
}

interface Refusal {
  redirect: string | null
  reason: string
}

/** The server says it to whoever wrote the props. */
async function whyNot(path: string): Promise<Refusal> {
  try {
    const response = await fetch(`${path}&request=route`, { headers: { accept: 'application/json' } })
    const { data } = (await response.json()) as {
      data: { data: { reason?: string } | null; meta: { redirect?: string } } | null
    }
    return { redirect: data?.meta.redirect ?? null, reason: data?.data?.reason ?? '' }
  } catch {
    return { redirect: null, reason: 'the shop could not be asked' }
  }
}
