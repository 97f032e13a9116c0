import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Address, AddressShape, Contact, FoundAddress } from '#features/postal/contract.ts'
import { useShapes } from '#features/postal/parts/use-shapes.ts'
import type { CheckoutView } from '../../contract.ts'
import type { Desk } from '../desk.ts'
import type { BookOffer } from './from-book.tsx'

/** The two addresses of the form. */
export type Group = 'address' | 'billing'

interface Values extends Record<Group, Address> {
  contact: Contact
  note: string
}

/** The typed values of this step, and how they change; each change is stored soon. */
export interface Information {
  values: Values
  shapes: Record<Group, AddressShape>
  /** The billing address is another one. */
  own: boolean
  /** Which of the customer's addresses it is sent to; null for another one. */
  chosen: number | null
  typeContact: (part: Partial<Contact>) => void
  typeAddress: (group: Group, part: Partial<Address>) => void
  typeNote: (note: string) => void
  chooseBilling: (other: boolean) => void
  /** Fills in one of the customer's addresses; null: what was typed before one was chosen. */
  choose: (id: number | null) => void
  /** Replaces the postal address by a pasted one. */
  fill: (found: FoundAddress) => void
}

export function useInformation(
  sent: CheckoutView,
  sentShapes: Record<Group, AddressShape>,
  book: BookOffer | null,
  desk: Desk,
): Information {
  const [values, setValues] = useState<Values>({
    contact: sent.contact,
    address: sent.address,
    billing: sent.billing ?? { ...sent.address, ...noPerson },
    note: sent.note,
  })
  const [own, setOwn] = useState(sent.billing !== null)
  const [chosen, setChosen] = useState(book?.chosen ?? null)
  const typed = useRef<Address | null>(null)
  const shapes = useShapes(sentShapes)
  // The current values, for answers that arrive after further typing.
  const current = useRef(values)

  function put(part: Partial<Values>): void {
    current.current = { ...current.current, ...part }
    setValues(current.current)
    desk.type(part)
  }

  function typeContact(part: Partial<Contact>): void {
    put({ contact: { ...current.current.contact, ...part } })
  }

  function typeAddress(group: Group, part: Partial<Address>): void {
    // Changed, it is none of the book.
    if (group === 'address') setChosen(null)
    putAddress(group, part)
  }

  function putAddress(group: Group, part: Partial<Address>): void {
    put({ [group]: { ...current.current[group], ...part } })
    if (part.country !== undefined) void followCountry(group, part.country)
  }

  /** A region of the former country is not valid in this one. */
  async function followCountry(group: Group, country: string): Promise<void> {
    const shape = await shapes.load(group, country)
    const { region } = current.current[group]
    if (shape === null || region === '' || shape.regions.length === 0) return
    if (!shape.regions.some(({ code }) => code === region)) putAddress(group, { region: '' })
  }

  function choose(id: number | null): void {
    const { address } = current.current
    if (chosen === null) typed.current = address
    setChosen(id)
    const ofBook = book?.entries.find((entry) => entry.id === id)?.address
    const nothing = { ...address, ...empty, countryCode: '', phone: '' }
    putAddress('address', ofBook ?? typed.current ?? nothing)
  }

  function chooseBilling(other: boolean): void {
    setOwn(other)
    desk.type({ billing: other ? current.current.billing : null })
  }

  function fill({ country, parts, countryCode, phone, email }: FoundAddress): void {
    typeAddress('address', {
      ...empty,
      ...parts,
      ...(country === '' ? {} : { country }),
      ...(phone === '' ? {} : { countryCode, phone }),
    })
    if (email !== '') typeContact({ email })
  }

  const typeNote = (note: string): void => put({ note })
  return {
    values,
    shapes: shapes.of,
    own,
    chosen,
    typeContact,
    typeAddress,
    typeNote,
    chooseBilling,
    choose,
    fill,
  }
}

/** Another address is another person's. */
const noPerson = { firstName: '', lastName: '', company: '', countryCode: '', phone: '' }

/** For the parts that a pasted address does not have: the former value belonged to another address. */
const empty = {
  firstName: '',
  lastName: '',
  company: '',
  region: '',
  city: '',
  district: '',
  line1: '',
  line2: '',
  postcode: '',
}

/** Text typed during hydration caused no event, and the next rendering would erase it. */
export function useEarlyTyping(form: RefObject<HTMLFormElement | null>, information: Information): void {
  useLayoutEffect(() => {
    if (!form.current) return
    const { values, typeContact, typeAddress, typeNote } = information
    const typed = new FormData(form.current)
    const contact = changedIn(typed, 'contact', values.contact)
    const { countryCode, ...changed } = changedIn(typed, 'address', values.address)
    // The list has a code from the start; it counts with a number.
    const address =
      changed.phone === undefined || countryCode === undefined ? changed : { ...changed, countryCode }
    const note = typed.get('note')
    if (Object.keys(contact).length > 0) typeContact(contact)
    if (Object.keys(address).length > 0) typeAddress('address', address)
    if (typeof note === 'string' && note !== values.note) typeNote(note)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it wakes
  }, [])
}

/** The texts of a group whose field has another value now. */
function changedIn<T extends object>(typed: FormData, group: string, known: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(known)
      .filter(([name, before]) => {
        const now = typed.get(`${group}.${name}`)
        return typeof before === 'string' && typeof now === 'string' && now !== before
      })
      .map(([name]) => [name, typed.get(`${group}.${name}`)]),
  ) as Partial<T>
}
