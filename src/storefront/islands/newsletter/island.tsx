import { partOf } from '../part/placed.tsx'

/** The form to subscribe. */
export default partOf('newsletter')
