import { ApiFailure } from '@vigilux/client/failure.ts'
import i18next from 'i18next'
import { errorText, loadTextsOfCode } from '../i18n/i18n.ts'
import { lampRanges } from '../plant/lamp-ranges.ts'

export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  return new ApiFailure('internal_error', 0)
}

/** How long a refusal waits for its texts; on a stalled line it is then shown with a general text. */
const textsTimeoutMs = 2_000

/** Throws a server's refusal once its texts are loaded: they may belong to a feature never opened before. */
export async function throwWithTexts(failure: unknown): Promise<never> {
  if (!(failure instanceof ApiFailure) || failure.status === 0) throw failure
  const timeout = new Promise((resolve) => setTimeout(resolve, textsTimeoutMs))
  await Promise.race([loadTextsOfCode('errors', failure.code), timeout])
  throw failure
}

/** The failure in the person's language; an unknown code gives a general text with the reference. */
export function failureText(error: unknown): string {
  const failure = failureOf(error)
  const details = (failure.details ?? {}) as { lamps?: unknown }
  const values = Array.isArray(details.lamps) ? { ...details, lamps: lampRanges(details.lamps) || '–' } : details
  return (
    errorText('errors', failure.code, values) ??
    (failure.requestId
      ? i18next.t('shared:unknownFailure', { ref: failure.requestId })
      : i18next.t('shared:unknownFailureWithoutReference'))
  )
}
