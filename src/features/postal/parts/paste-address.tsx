import { useId, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/field.tsx'
import type { FoundAddress, splitAddress } from '../contract.ts'
import type { PastingKey } from './texts.ts'

interface PasteAddressProps {
  /** The chosen country, for a text that names none. */
  country: string
  fill: (found: FoundAddress) => void
  t: Translate<PastingKey>
}

/** A whole address in one piece, taken apart by the server. */
export function PasteAddress({ country, fill, t }: PasteAddressProps): ReactNode {
  const id = useId()
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)

  async function split(whole: string): Promise<void> {
    if (whole.trim() === '') return
    setBusy(true)
    setSaid('')
    const answer = await call<typeof splitAddress>(
      '/address/split',
      { text: whole, country },
      { quiet: true },
    )
    setBusy(false)
    if (!answer.ok) return setSaid(answer.problem.msg)
    if (answer.value.found === null) return setSaid(t('address.paste_none'))
    fill(answer.value.found)
    setSaid(t('address.paste_done'))
  }

  return (
    <details className="address-paste">
      <summary>{t('address.paste')}</summary>
      <TextArea
        id={id}
        rows={3}
        maxLength={1000}
        label={t('address.paste_label')}
        help={t('address.paste_help')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPaste={({ clipboardData, currentTarget }) => {
          // A longer text that appears in an empty field at once is a whole address.
          if (currentTarget.value === '') void split(clipboardData.getData('text'))
        }}
      />
      <Button look="quiet" aria-busy={busy} onClick={() => void split(text)}>
        {t('address.paste_do')}
      </Button>
      <p className="address-paste-said" role="status">
        {said}
      </p>
    </details>
  )
}
