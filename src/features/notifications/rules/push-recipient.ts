const prefix = 'push:'

/** Whom a push message of the outbox goes to: a browser, by the id of its subscription. */
export function pushRecipient(subscription: number): string {
  return `${prefix}${subscription}`
}

export function subscriptionOf(recipient: string): number | null {
  const id = recipient.startsWith(prefix) ? Number(recipient.slice(prefix.length)) : Number.NaN
  return Number.isSafeInteger(id) ? id : null
}
