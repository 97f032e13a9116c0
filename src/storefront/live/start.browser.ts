/** Opens the live channel when a page is shown on which something may change, and not before it has stood a while. */
export function startLiveWhenWanted(): void {
  const events = ['violet:page', 'violet:watch']
  let started = false
  const look = (): void => {
    const shows = document.querySelector('[data-product], [data-live-key], body[data-page=product]') !== null
    if (started || (!shows && !/violet_(?:cart_count|auth)=/.test(document.cookie))) return
    started = true
    for (const event of events) document.removeEventListener(event, look)
    setTimeout(() => void import('./live.browser.ts').then(({ startLiveShop }) => startLiveShop()), 1_000)
  }
  for (const event of events) document.addEventListener(event, look)
  look()
}
