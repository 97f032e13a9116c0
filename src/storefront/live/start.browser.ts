/** Opens the live channel once the page has stood a while; without a connection, when there is one again. */
export function startLiveSoon(): void {
  setTimeout(() => {
    import('./live.browser.ts').then(
      ({ startLiveShop }) => startLiveShop(),
      () => addEventListener('online', startLiveSoon, { once: true }),
    )
  }, 1_000)
}
