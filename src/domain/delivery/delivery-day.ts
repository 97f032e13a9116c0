/** When the shop's day begins and when its last parcel leaves. */
export interface DeliveryClock {
  /** IANA name. */
  readonly timeZone: string
  /** Orders before this hour are packed on the same day; 0 for never. */
  readonly cutoffHour: number
}

/** Where in its day the shop is: which date it is there, and whether today's parcels are packed already. */
export interface DeliveryDay {
  /** As 2026-11-21. */
  today: string
  isPacked: boolean
}

export function deliveryDay({ timeZone, cutoffHour }: DeliveryClock, now: Date): DeliveryDay {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return {
    today: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    isPacked: Number(parts.get('hour')) >= cutoffHour,
  }
}

/** Whether a delivery date stated at the first moment is no longer true at the second. */
export function hasDayTurned(settings: DeliveryClock | null, after: Date, until: Date): boolean {
  if (settings === null) return false
  const before = deliveryDay(settings, after)
  const then = deliveryDay(settings, until)
  return before.today !== then.today || before.isPacked !== then.isPacked
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  return format
}
