import { defineErrors } from '../../kernel/errors.ts'

export const roomErrors = defineErrors({
  ROOM_NOT_FOUND: 404,
  /** What holds it holds another of that name. */
  ROOM_NAME_TAKEN: 409,
  /** What it is to be in cannot hold it, or its level is another. */
  ROOM_PLACE: 409,
  /** With `limit`. */
  ROOM_LIMIT: 409,
})
