import { partOf } from '../part/placed.tsx'

/** Pictures and choice of one product side by side. */
export default partOf('product-interactive')
