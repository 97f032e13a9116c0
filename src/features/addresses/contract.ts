import { z } from 'zod'
import { address } from '#features/postal/contract.ts'
import { endpoint } from '#wire/endpoint.ts'

/* The addresses that a customer keeps. */

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** As it is stored. */
export const bookRow = z.object({
  id: z.number().int(),
  address,
  isDefault: z.boolean(),
})
export type BookRow = z.output<typeof bookRow>

const bookEntry = bookRow.extend({
  /** Whom it is of, and its other lines, the telephone number last, in the visitor's language. */
  name: z.string(),
  lines: z.array(z.string()),
})
export type BookEntry = z.output<typeof bookEntry>

/** The default address first, then the others, the newest first. */
const book = z.object({ addresses: z.array(bookEntry) })

export const listAddresses = endpoint({
  path: '/address/list',
  summary: 'The customer’s addresses, the default one first',
  needs: 'customer',
  input: z.strictObject({}),
  output: book,
})

export const addAddress = endpoint({
  path: '/address/add',
  summary: 'Keeps another address; the first one is the default',
  writes: true,
  needs: 'customer',
  input: z.strictObject({
    address,
    /** A box that is not ticked is not in a form. */
    isDefault: z.enum(['on', 'off']).default('off'),
  }),
  output: book,
  problems: ['address_incomplete', 'too_many_addresses'],
})

export const editAddress = endpoint({
  path: '/address/edit',
  summary: 'Changes one of the customer’s addresses',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ id, address, isDefault: z.enum(['on', 'off']).default('off') }),
  output: book,
  problems: ['address_incomplete', 'unknown_address'],
})

export const deleteAddress = endpoint({
  path: '/address/delete',
  summary:
    'Deletes one of the customer’s addresses; of the default one, the newest of the others takes its place',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ id }),
  output: book,
  problems: ['unknown_address'],
})

export const setDefaultAddress = endpoint({
  path: '/address/setDefault',
  summary: 'Makes one of the customer’s addresses the default',
  writes: true,
  needs: 'customer',
  input: z.strictObject({ id }),
  output: book,
  problems: ['unknown_address'],
})
