import { toast } from '#platform/browser/toast.ts'

/** A link marked `data-share` writes a mail; where the browser can share or copy, it does that. Its value is said when the link is copied. */
export function startSharing(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('a[data-share]')
    if (!link) return
    const url = location.href.replace(/[?#].*/, '')
    if (typeof navigator.share === 'function') {
      event.preventDefault()
      // Cancelling is no error.
      navigator.share({ title: document.title, url }).catch(() => {})
    } else if (isSecureContext) {
      event.preventDefault()
      navigator.clipboard.writeText(url).then(
        () => toast(link.dataset['share'] ?? '', { kind: 'done' }),
        () => location.assign(link.getAttribute('href') ?? ''),
      )
    }
  })
}
