/*
 * Makes one piece of HTML equal to another and leaves equal parts alone: the control in use, opened parts, loaded
 * pictures. Elements are matched by `data-key` or id.
 */

/** State that belongs to the visitor, not to the server. */
const OWN = new Set(['open', 'style', 'tabindex', 'aria-busy'])

export function morph(old: Element, next: Element): void {
  morphAttributes(old, next)
  // Cards are compared by their text.
  if (old instanceof HTMLElement && old.dataset['key'] && old.textContent === next.textContent) return
  morphChildren(old, next)
  if (old instanceof HTMLInputElement) morphField(old, next as HTMLInputElement)
  else if (old instanceof HTMLSelectElement) old.selectedIndex = (next as HTMLSelectElement).selectedIndex
}

function morphAttributes(old: Element, next: Element): void {
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name)
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value && !OWN.has(name)) old.setAttribute(name, value)
}

function morphField(old: HTMLInputElement, next: HTMLInputElement): void {
  old.checked = next.checked
  const isTyped = old.type !== 'checkbox' && old.type !== 'radio'
  if (isTyped && old !== document.activeElement) old.value = next.value
}

function morphChildren(old: Element, next: Element): void {
  const known = new Map<string, Element>()
  for (const child of old.children) {
    const key = keyOf(child)
    if (key) known.set(key, child)
  }
  let at: ChildNode | null = old.firstChild
  for (const child of [...next.childNodes]) {
    const key = keyOf(child)
    const match: ChildNode | null = key ? (known.get(key) ?? null) : unkeyed(at)
    if (!match || !isAlike(match, child)) {
      old.insertBefore(child, at)
      continue
    }
    if (match === at) at = at.nextSibling
    else old.insertBefore(match, at)
    if (match instanceof Element) morph(match, child as Element)
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue
  }
  while (at) {
    const gone: ChildNode = at
    at = at.nextSibling
    gone.remove()
  }
}

/** Two lists of different kinds are not one list that has changed. */
function isAlike(old: ChildNode, next: ChildNode): boolean {
  if (old.nodeName !== next.nodeName) return false
  return !(old instanceof Element) || old.getAttribute('class') === (next as Element).getAttribute('class')
}

function unkeyed(node: ChildNode | null): ChildNode | null {
  return node && !keyOf(node) ? node : null
}

function keyOf(node: ChildNode): string {
  return node instanceof HTMLElement ? (node.dataset['key'] ?? node.id) : ''
}
