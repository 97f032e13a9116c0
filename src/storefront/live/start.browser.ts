/** Opens the live channel when a page is shown on which something may change, and not before it has stood a while. */
export function startLiveWhenWanted(): void {
  let started = false
  const look = (): void => {
    const shows = document.querySelector('[data-product], [data-order-key], body[data-page=product]') !== null
    if (started || (!shows && !/violet_(?:cart_count|auth)=/.test(document.cookie))) return
    started = true
    document.removeEventListener('violet:page', look)
    setTimeout(() => void import('./live.browser.ts').then(({ startLiveShop }) => startLiveShop()), 1_000)
  }
  document.addEventListener('violet:page', look)
  look()
}
