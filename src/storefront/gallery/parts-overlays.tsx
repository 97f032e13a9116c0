import type { ReactNode } from 'react'
import { textLocales } from '#i18n/locales.ts'
import { Raw } from '#platform/server/pages/render.tsx'
import { Button, IconButton, opens } from '#ui/forms/button.tsx'
import { Dialog } from '#ui/layers/dialog.tsx'
import { Dropdown, DropdownItem } from '#ui/forms/dropdown.tsx'
import { Checkbox } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/layers/sheet.tsx'
import { Tooltip } from '#ui/layers/tooltip.tsx'
import { program } from '../dictionaries.ts'
import { LanguageLine } from '../layout/language-offer.tsx'
import type { GalleryProps, ShownPart } from './shown.ts'

/** What comes over the page, or above it. */
export function overlayParts(props: GalleryProps): ShownPart[] {
  return [
    dialog(props),
    drawer(props),
    sheet(props),
    dropdown(props),
    tooltip(props),
    toast(props),
    languageOffer(),
  ]
}

function dialog({ words }: GalleryProps): ShownPart {
  const of = (id: string): ReactNode => (
    <Dialog
      id={id}
      title={words.dialog}
      closeText={words.close}
      foot={
        <form method="dialog" className="gallery-row">
          <Button type="submit" look="quiet">
            {words.cancel}
          </Button>
          <Button type="submit">{words.remove}</Button>
        </form>
      }
    >
      <p>{words.dialog_text}</p>
    </Dialog>
  )
  return {
    name: 'dialog',
    states: [
      {
        name: 'default',
        view: (
          <>
            <Button {...opens('dialog-live')}>{words.open_dialog}</Button>
            {of('dialog-live')}
          </>
        ),
      },
      { name: 'open', view: of('dialog-shown'), force: 'open', framed: true },
    ],
  }
}

function drawer({ words }: GalleryProps): ShownPart {
  const of = (id: string): ReactNode => (
    <Sheet id={id} side="end" title={words.drawer} closeText={words.close}>
      <Checkbox name={`${id}-1`} defaultChecked>
        {words.sections[0]}
      </Checkbox>
      <Checkbox name={`${id}-2`}>{words.sections[1]}</Checkbox>
    </Sheet>
  )
  return {
    name: 'drawer',
    states: [
      {
        name: 'default',
        view: (
          <>
            <Button look="quiet" popoverTarget="drawer-live">
              {words.open_drawer}
            </Button>
            {of('drawer-live')}
          </>
        ),
      },
      { name: 'open', view: of('drawer-shown'), force: 'open', framed: true },
    ],
  }
}

function sheet({ words }: GalleryProps): ShownPart {
  const of = (id: string): ReactNode => (
    <Sheet id={id} side="bottom" title={words.sheet} closeText={words.close}>
      <p>{words.sheet_text}</p>
    </Sheet>
  )
  return {
    name: 'sheet',
    states: [
      {
        name: 'default',
        view: (
          <>
            <Button look="quiet" popoverTarget="sheet-live">
              {words.open_sheet}
            </Button>
            {of('sheet-live')}
          </>
        ),
      },
      { name: 'open', view: of('sheet-shown'), force: 'open', framed: true },
    ],
  }
}

function dropdown({ words }: GalleryProps): ShownPart {
  const of = (id: string, disabled = false): ReactNode => (
    <Dropdown id={id} text={words.dropdown} disabled={disabled}>
      {words.sorts.map((name, index) => (
        <DropdownItem key={name} href={`#${id}`} current={index === 0}>
          {name}
          {index === 0 && <Icon name="check" size={16} />}
        </DropdownItem>
      ))}
    </Dropdown>
  )
  return {
    name: 'menu',
    states: [
      { name: 'default', view: of('menu-live') },
      { name: 'disabled', view: of('menu-off', true) },
      { name: 'open', view: of('menu-shown'), force: 'open', framed: true },
    ],
  }
}

function tooltip({ words }: GalleryProps): ShownPart {
  const of = (id: string): ReactNode => (
    <Tooltip id={id} text={words.tooltip}>
      <IconButton label={words.tooltip_button} aria-describedby={id} interestfor={id}>
        <Icon name="plus" />
      </IconButton>
    </Tooltip>
  )
  return {
    name: 'tooltip',
    states: [
      { name: 'default', view: of('tooltip-live') },
      { name: 'open', view: of('tooltip-shown'), force: 'open', framed: true },
    ],
  }
}

function toast({ words }: GalleryProps): ShownPart {
  const of = (kind: string, content: ReactNode): ReactNode => (
    <div className="toast" data-kind={kind}>
      {content}
    </div>
  )
  return {
    name: 'toast',
    states: [
      { name: 'done', view: of('done', words.toast) },
      { name: 'info, to be read', view: of('info', <Raw html={words.toast_link} />) },
      { name: 'error', view: of('error', words.toast_error) },
    ],
  }
}

function languageOffer(): ShownPart {
  return {
    name: 'language-offer',
    states: textLocales.map((locale) => ({
      name: locale,
      view: <LanguageLine locale={locale} words={program.words} href="#language-offer" />,
    })),
  }
}
