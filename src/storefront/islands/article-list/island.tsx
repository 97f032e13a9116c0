import { partOf } from '../part/placed.tsx'

/** Articles in a row of cards; `tag` and `limit` say which. */
export default partOf('article-list')
