export function parse(html: string): DocumentFragment {
  return document.createRange().createContextualFragment(html)
}
