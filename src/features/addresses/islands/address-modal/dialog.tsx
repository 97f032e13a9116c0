import { useEffect, useId, useRef, type ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { AddressModalKey } from '../../parts/texts.ts'

/** A press outside does not close it: what was typed would be lost by a slip. */
export function EntryDialog({
  title,
  closed,
  children,
  t,
}: {
  title: string
  closed: () => void
  children: ReactNode
  t: Translate<AddressModalKey>
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const close = (): void => dialog.current?.close()
  return (
    <dialog className="dialog address-dialog" ref={dialog} aria-labelledby={id} onClose={closed}>
      <div className="dialog-head">
        <h2 className="dialog-title" id={id}>
          {title}
        </h2>
        <IconButton label={t('book.close')} onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      {children}
    </dialog>
  )
}
