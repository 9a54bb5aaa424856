import { defineErrors } from '../../kernel/errors.ts'

/** Specification section 8, sign-up and login. */
export const accountErrors = defineErrors({
  UserNotFoundException: 404,
  LimitExceededException: 429,
  UsernameExistsException: 409,
  CodeMismatchException: 400,
  WRONG_EMAIL_OR_PASSWORD: 401,
  TOO_MANY_LOGIN_ATTEMPTS: 429,
  USER_NOT_CONFIRMED: 403,
  CODE_TOO_SHORT: 400,
  ALREADY_DECIDED: 409,
})
