import type { ReactNode } from 'react'
import { zoneName } from '#i18n/format.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox, Field } from '#ui/forms/field.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type { preferences } from '../contract.ts'
import { pushSwitchTexts } from '../islands/push-switch/texts.ts'
import { choiceKey, eventOf, notificationGroups, type NotificationGroup } from '../rules/events.ts'
import { eventText, groupText } from './event-text.ts'

type Settings = Output<typeof preferences>
type Row = Settings['events'][number]

interface PartProps {
  settings: Settings
  ctx: Ctx
}

/** The switches and the quiet hours: one form, which works without scripts. */
export function PreferencesForm({ settings, ctx }: PartProps): ReactNode {
  const { t } = ctx
  const groups = notificationGroups.flatMap((group) => {
    const rows = settings.events.filter((row) => row.group === group)
    return rows.length === 0 ? [] : [{ group, rows }]
  })
  return (
    <form
      className="notification-form"
      action={linksFor(ctx.shop.router, ctx.langPath).form('notification/savePreferences')}
      method="post"
      noValidate
    >
      {groups.map(({ group, rows }) => (
        <Group key={group} group={group} rows={rows} ctx={ctx} />
      ))}
      <QuietHours settings={settings} ctx={ctx} />
      <Button type="submit">{t('notification.save')}</Button>
    </form>
  )
}

function Group({ group, rows, ctx }: { group: NotificationGroup; rows: Row[]; ctx: Ctx }): ReactNode {
  const { t } = ctx
  return (
    <fieldset className="notification-group">
      <legend>{groupText(group, t)}</legend>
      {rows.map((row) => (
        <EventRow key={row.event} row={row} ctx={ctx} />
      ))}
    </fieldset>
  )
}

function EventRow({ row, ctx }: { row: Row; ctx: Ctx }): ReactNode {
  const { t, visitor } = ctx
  const event = eventOf(row.event)
  if (event === null) return null
  const name = eventText(event, t)
  const posted = visitor.posted?.values['wanted']
  const box = (channel: 'mail' | 'push'): ReactNode => {
    const state = row[channel]
    const word = t(channel === 'mail' ? 'notification.by_mail' : 'notification.by_push')
    if (state === null) return null
    // It is sent whatever is chosen: a box that cannot be changed says less than the word.
    if (state === 'always')
      return <span className="notification-always">{t('notification.always', { by: word })}</span>
    const key = choiceKey(event, channel)
    return (
      <Checkbox
        name="wanted"
        value={key}
        defaultChecked={visitor.posted === null ? state === 'on' : (posted?.includes(key) ?? false)}
        aria-label={t('notification.switch', { what: name, by: word })}
      >
        {word}
      </Checkbox>
    )
  }
  return (
    <div className="notification-row">
      <span>{name}</span>
      <span className="notification-switches">
        {box('mail')}
        {box('push')}
      </span>
    </div>
  )
}

function QuietHours({ settings, ctx }: PartProps): ReactNode {
  const { t, visitor } = ctx
  const zone = zoneName(ctx.now, ctx.lang, settings.timeZone)
  const { posted } = visitor
  const time = (name: 'quietFrom' | 'quietUntil', label: string, error?: string): ReactNode => (
    <Field
      id={`user-${name}`}
      name={name}
      type="time"
      label={label}
      defaultValue={posted?.values[name]?.at(-1) ?? settings[name] ?? ''}
      error={error}
    />
  )
  return (
    <fieldset className="notification-group">
      <legend>{t('notification.quiet')}</legend>
      <p className="area-note">{t('notification.quiet_text', { zone })}</p>
      <div className="area-pair">
        {time('quietFrom', t('notification.quiet_from'), posted?.errors['quietFrom'])}
        {time('quietUntil', t('notification.quiet_until'))}
      </div>
    </fieldset>
  )
}

/** Whether this browser takes push messages: a matter of the browser, which needs scripts. */
export function PushSection({ settings, ctx }: PartProps): ReactNode {
  const { t, texts, lang } = ctx
  return (
    <section className="area-section" id="push" aria-label={t('notification.push')}>
      <h2>{t('notification.push')}</h2>
      <p>{t('notification.push_text')}</p>
      {settings.devices > 0 && (
        <p className="area-note">{t('notification.push_devices', { count: settings.devices })}</p>
      )}
      <Island
        name="push-switch"
        k="push-switch"
        on="load"
        props={{ pushKey: settings.pushKey, texts: pickTexts(texts, pushSwitchTexts), lang }}
      />
      <p className="area-note push-switch-needs">{t('notification.needs_scripts')}</p>
    </section>
  )
}
