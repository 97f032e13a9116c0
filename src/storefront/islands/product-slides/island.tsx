import { partOf } from '../part/placed.tsx'

/** Products in a strip that turns. */
export default partOf('product-slides')
