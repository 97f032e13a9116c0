/* What pages and islands of one's own articles share, without the contracts and their library. */

export const mostTitle = 120
/** Characters of an article: a form with pictures carries 64 kB of texts, and a Chinese character takes three bytes. */
export const mostArticle = 20_000
/** Pictures of one article. */
export const mostPictures = 12

/** As the editor writes a picture into the text. */
export function pictureMarkdown(key: string): string {
  return `![](/media/${key}/800.webp)`
}
