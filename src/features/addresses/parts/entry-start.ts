import type { Address } from '#features/postal/contract.ts'

/** What the form begins with. */
export interface EntryStart {
  /** Null: a new one. */
  id: number | null
  value: Address
  isDefault: boolean
  /** `address.city` → what is wrong with it. */
  errors: Readonly<Record<string, string>>
}
