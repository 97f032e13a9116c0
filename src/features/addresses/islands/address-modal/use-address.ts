import { useRef, useState } from 'react'
import type { Address, AddressShape, FoundAddress } from '#features/postal/contract.ts'
import { useShapes } from '#features/postal/parts/use-shapes.ts'

/** The address as it is typed, and the fields of its country. */
export function useAddress(
  first: Address,
  firstShape: AddressShape,
): {
  value: Address
  shape: AddressShape
  change: (part: Partial<Address>) => void
  fill: (found: FoundAddress) => void
} {
  const [value, set] = useState(first)
  const shapes = useShapes({ address: firstShape })
  // The present value, for answers that arrive after further typing.
  const current = useRef(first)

  function change(part: Partial<Address>): void {
    set((current.current = { ...current.current, ...part }))
    if (part.country !== undefined) void follow(part.country)
  }

  /** A region of the former country is not valid in this one. */
  async function follow(country: string): Promise<void> {
    const shape = await shapes.load('address', country)
    const { region } = current.current
    if (shape === null || region === '' || shape.regions.length === 0) return
    if (!shape.regions.some(({ code }) => code === region)) change({ region: '' })
  }

  function fill({ country, parts, countryCode, phone }: FoundAddress): void {
    change({
      ...parts,
      ...(country === '' ? {} : { country }),
      ...(phone === '' ? {} : { countryCode, phone }),
    })
  }

  return { value, shape: shapes.of.address, change, fill }
}
