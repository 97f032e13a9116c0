import { partOf } from '../part/placed.tsx'

/** One product in a dialog that a button opens. */
export default partOf('product-modal')
