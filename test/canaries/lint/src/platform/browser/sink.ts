export function show(element: Element, html: string): void {
  element.innerHTML = html
}
