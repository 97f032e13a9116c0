import type { Handover } from '../jobs/handover.ts'

/** A text message, ready to be handed over. */
export interface TextMessage {
  /** What it is about, for the operator. */
  kind: string
  /** `+` and the digits of the whole number (E.164). */
  to: string
  plain: string
  messageId: string
  /** When it was written. */
  date: Date
}

export interface Sms {
  /** Never throws. */
  hand(message: TextMessage): Promise<Handover>
  close(): void
}
