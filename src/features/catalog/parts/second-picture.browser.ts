/*
 * The second picture of a card, on hover and on focus. It is created here on first use: phones never need it, and it
 * would make every listing larger.
 */

export function startSecondPictures(): void {
  if (!matchMedia('(hover: hover)').matches) return
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, ({ target }) => bringSecond(target as Element), { passive: true })
}

function bringSecond(target: Element): void {
  const media = target.closest?.('.product-card-link')?.querySelector<HTMLElement>('[data-second]')
  const first = media?.querySelector<HTMLElement>('.picture')
  if (!media || !first || document.documentElement.dataset['mode']?.includes('low-data')) return
  const second = first.cloneNode(true) as HTMLElement
  second.className = 'picture product-card-second'
  second.removeAttribute('style')
  const key = media.dataset['second']!
  for (const part of second.querySelectorAll<HTMLImageElement | HTMLSourceElement>('source, img')) {
    for (const name of ['srcset', 'src'])
      if (part.hasAttribute(name))
        part.setAttribute(name, part.getAttribute(name)!.replaceAll(/\/media\/[^/]+/g, `/media/${key}`))
  }
  const image = second.querySelector('img')!
  image.alt = ''
  image.fetchPriority = 'auto'
  delete media.dataset['second']
  first.after(second)
}
