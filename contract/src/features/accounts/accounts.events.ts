import { z } from 'zod'
import { defineEvents } from '../../kernel/action.ts'
import { id } from '../../kernel/primitives.ts'
import { validationStates } from './account.ts'

/** Told to the person's own browsers only. */
export const accountEvents = defineEvents({
  updateUserValidation: z.object({ userid: id, validation: z.enum(validationStates) }),
  /** Sessions of the person were ended: what is open in them closes, the others list them no longer. */
  sessionEnded: z.object({ userid: id }),
  /** The ways in which the person signs in became others. */
  signInMethods: z.object({ userid: id }),
})
