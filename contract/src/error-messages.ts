import messages from './error-messages.json' with { type: 'json' }
import type { ErrorCode } from './errors.ts'

/** An English sentence for each refusal, with `{{names}}` of what its details may say: for people who read the API. */
export const errorMessages: Record<ErrorCode, string> = messages
