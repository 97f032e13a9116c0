import { partOf } from '../part/placed.tsx'

/** The pages of the shop: what each says, and the way to it. */
export default partOf('category-page')
