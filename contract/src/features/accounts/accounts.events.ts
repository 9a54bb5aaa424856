import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { validationStates } from './account.ts'

/** Told to the person's own browsers only. */
export const accountEvents = defineEvents({
  updateUserValidation: z.object({ userid: id, validation: z.enum(validationStates) }),
})
