import { defineErrors } from '../../kernel/errors.ts'

export const memberErrors = defineErrors({
  INVITATION_NOT_FOUND: 404,
  INVITATION_EXPIRED: 409,
  ALREADY_INVITED: 409,
  ALREADY_MEMBER: 409,
  MEMBER_NOT_FOUND: 404,
  LAST_ADMINISTRATOR: 409,
  LAST_OWNER: 409,
})
