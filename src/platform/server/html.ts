/** Text for element content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  // Nearly all texts have none of them, and a look is quicker than a replacement of nothing.
  return special.test(text) ? text.replace(/[&<>"']/g, (char) => entities[char]!) : text
}

const special = /[&<>"']/

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const constants = new WeakMap<object, string>()

/** JSON of what is the same on every page, such as the theme: made once for each object, which must never change. */
export function constantJson(value: object): string {
  let json = constants.get(value)
  if (json === undefined) constants.set(value, (json = JSON.stringify(value)))
  return json
}

/** JSON for a single-quoted attribute: half the size of `&quot;` in every place. */
export function attributeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[&'<]/g, (char) => entities[char]!)
}

/** JSON for the inside of a data `<script>`: no content can close the element or open a comment in it. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
