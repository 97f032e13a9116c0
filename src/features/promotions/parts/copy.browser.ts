import { toast } from '#platform/browser/toast.ts'

/** A press on what carries `data-copy` puts its text on the clipboard, and says whether it is there. */
export function startCopying(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]')
    if (button) void copy(button)
  })
}

async function copy(button: HTMLElement): Promise<void> {
  const { copy: text = '', copied = '', notCopied = '' } = button.dataset
  try {
    // Undefined on a page that did not come over https.
    await navigator.clipboard.writeText(text)
    toast(copied, { kind: 'done' })
  } catch {
    select(button)
    toast(notCopied, { kind: 'error', read: true })
  }
}

/** Without clipboard access the code is selected: one key remains. */
function select(button: HTMLElement): void {
  const code = button.parentElement?.querySelector('code')
  if (code) getSelection()?.selectAllChildren(code)
}
