/** Seconds. */
const year = 365 * 86_400

/** Hides the announcement at once, with the cookie that the plain post would have set. */
export function startAnnouncement(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const bar = form.closest<HTMLElement>('[data-announcement]')
    if (!bar) return
    event.preventDefault()
    const secure = location.protocol === 'https:' ? '; secure' : ''
    document.cookie = `announcement=${bar.dataset['announcement']!}; path=/; samesite=lax; max-age=${year}${secure}`
    bar.hidden = true
    // The focus must not be lost with the button that had it.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  })
}
