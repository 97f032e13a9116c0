import { useRef, useState } from 'react'
import { call } from '#platform/browser/call.ts'
import type { addressRegions, AddressShape } from '../contract.ts'

/** The shapes of a form's addresses, by their names in it; those of other countries are fetched when they are chosen. */
export function useShapes<Group extends string>(
  first: Record<Group, AddressShape>,
): {
  of: Record<Group, AddressShape>
  load: (group: Group, country: string) => Promise<AddressShape | null>
} {
  const [of, set] = useState(first)
  const wanted = useRef<Partial<Record<Group, string>>>({})
  return {
    of,
    async load(group, country) {
      wanted.current[group] = country
      if (country === '') return null
      const answer = await call<typeof addressRegions>('/address/regions', { country }, { quiet: true })
      if (wanted.current[group] !== country || !answer.ok) return null
      set((before) => ({ ...before, [group]: answer.value }))
      return answer.value
    },
  }
}
