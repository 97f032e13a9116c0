export function show(element: Element, html: string): void {
  element.insertAdjacentHTML('beforeend', html)
}
