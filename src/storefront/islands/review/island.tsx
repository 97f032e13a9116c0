import { partOf } from '../part/placed.tsx'

/** What people say of a product. */
export default partOf('review')
