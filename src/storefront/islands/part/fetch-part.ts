import { ask } from '#platform/browser/answers.ts'
import { nodesOf } from '#platform/browser/render.ts'
import { initial } from '#platform/browser/state.ts'
import { loadStyles } from '#platform/browser/styles.ts'
import { partUrl } from '#wire/placed-names.ts'

/**
 * The HTML of one part, with the stylesheets that it needs in the document; or why there is none, for the console: empty
 * where there is nothing to say. @param wanted its props, as JSON
 */
export async function fetchPart(name: string, wanted: string, k: string): Promise<DocumentFragment | string> {
  const { langPath, build } = initial().page
  let answer = await ask(partUrl(langPath, name, wanted, k))
  // Props that were not written out in full have a URL of their own.
  const to = answer.kind === 'page' ? answer.page.meta.redirect : undefined
  if (to !== undefined) answer = await ask(to)
  if (answer.kind !== 'page') return `the shop could not be asked (${answer.kind})`
  const { meta, data, html } = answer.page
  if (meta.status !== 200) return reasonIn(data)
  if (meta.build !== build) return 'the shop has a new version, which the next page brings'
  try {
    await loadStyles(meta.styles)
  } catch {
    return 'its stylesheet could not be loaded'
  }
  return nodesOf(html)
}

/** The server says it to whoever wrote the props. What belongs to somebody else is just not there. */
function reasonIn(data: unknown): string {
  const { reason } = (data ?? {}) as { reason?: unknown }
  return typeof reason === 'string' ? reason : ''
}
