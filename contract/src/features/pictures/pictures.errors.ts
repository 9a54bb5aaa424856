import { defineErrors } from '../../kernel/errors.ts'

export const pictureErrors = defineErrors({
  /** What was sent begins as a picture, but is broken or has too many pixels. */
  PICTURE_UNREADABLE: 400,
})
