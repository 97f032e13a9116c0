import { partOf } from '../part/placed.tsx'

/** The languages of the shop, the present one marked. */
export default partOf('locale-switcher')
