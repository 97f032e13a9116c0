import type { MessageKey } from '#i18n/keys.gen.ts'

/** The messages that the island shows. */
export const articleEditorTexts = [
  'editor.bold',
  'editor.content',
  'editor.content_help',
  'editor.heading',
  'editor.insert',
  'editor.insert_of',
  'editor.italic',
  'editor.link',
  'editor.link_words',
  'editor.list',
  'editor.picture_of',
  'editor.pictures',
  'editor.pictures_add',
  'editor.pictures_help',
  'editor.preview',
  'editor.preview_empty',
  'editor.preview_old',
  'editor.quote',
  'editor.thumbnail',
  'editor.thumbnail_of',
  'editor.tools',
  'editor.upload_failed',
  'editor.uploading',
] as const satisfies readonly MessageKey[]
export type EditorKey = (typeof articleEditorTexts)[number]
