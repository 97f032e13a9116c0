import { partOf } from '../part/placed.tsx'

/** What is left to pay of the visitor's own order, and the way to pay it. */
export default partOf('payment')
