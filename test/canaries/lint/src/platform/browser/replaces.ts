export function show(element: Element, html: string): void {
  element.outerHTML = html
}
