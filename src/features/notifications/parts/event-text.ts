import type { Translate } from '#i18n/t.ts'
import type { NotificationEvent, NotificationGroup } from '../rules/events.ts'

/** What an event is called where it is switched, and where its mails are ended. */
export function eventText(event: NotificationEvent, t: Translate): string {
  return t(`notification.event.${event}`)
}

export function groupText(group: NotificationGroup, t: Translate): string {
  return t(`notification.group.${group}`)
}
