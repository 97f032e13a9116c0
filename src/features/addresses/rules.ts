import type { Address } from '#features/postal/contract.ts'

/** Whether two addresses are written alike in every part. */
export function isSameAddress(one: Address, other: Address): boolean {
  return (Object.keys(one) as (keyof Address)[]).every((part) => one[part] === other[part])
}
