/** What became of a mail or a text message that was given to its server or provider. */
export type Handover =
  /** It was taken. */
  | { kind: 'sent' }
  /** It lies in the folder. */
  | { kind: 'filed' }
  /** It will never be taken: 5yz to the recipient or to the contents, a number that is none. */
  | {
      kind: 'refused'
      reason: string
      /** Where a mail server refused its recipient: the enhanced status (RFC 3463), or null where it gave none. */
      status?: string | null
    }
  /** This one is to be retried: 4yz, greylisting. */
  | { kind: 'later'; reason: string }
  /** Nothing at all can be sent now: no connection, no encryption, no login, sender refused. */
  | { kind: 'unreachable'; reason: string }
