import messages from './error-messages.json' with { type: 'json' }
import type { ErrorCode } from './errors.ts'

/**
 * English sentence for each error code, for readers of the API. `{{names}}` are placeholders for fields of the error's
 * details.
 */
export const errorMessages: Record<ErrorCode, string> = messages
