import { partOf } from '../part/placed.tsx'

/** A field with its label, for forms of the shop. */
export default partOf('input')
