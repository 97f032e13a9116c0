import { partOf } from '../part/placed.tsx'

/** Some links of the shop behind one button. */
export default partOf('dropdown')
