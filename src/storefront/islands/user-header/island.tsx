import { partOf } from '../part/placed.tsx'

/** The way to the account, or to signing in. */
export default partOf('user-header')
