import i18next from 'i18next'
import { errorText, loadTextsOfCode } from '../i18n/i18n.ts'
import { lampRanges } from '../plant/lamp-ranges.ts'

export type FieldFailure = { path: string; code: string }

/** A refused or failed call: carries a code that is put into words here, never prose of the server. */
export class ApiFailure extends Error {
  readonly code: string
  readonly status: number
  readonly details: unknown
  readonly requestId: string | undefined

  constructor(code: string, status: number, options: { details?: unknown; requestId?: string | undefined } = {}) {
    super(code)
    this.name = 'ApiFailure'
    this.code = code
    this.status = status
    this.details = options.details
    this.requestId = options.requestId
  }

  get fields(): FieldFailure[] {
    const fields = (this.details as { fields?: unknown } | undefined)?.fields
    return Array.isArray(fields) ? (fields as FieldFailure[]) : []
  }
}

export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  return new ApiFailure('internal_error', 0)
}

/** How long a refusal waits for its texts; on a stalled line it is then shown with a general text. */
const textsTimeoutMs = 2_000

/** Throws a server's refusal once its texts are loaded, because they may belong to a feature whose pages were never opened. */
export async function throwWithTexts(failure: ApiFailure): Promise<never> {
  const timeout = new Promise((resolve) => setTimeout(resolve, textsTimeoutMs))
  await Promise.race([loadTextsOfCode('errors', failure.code), timeout])
  throw failure
}

/** The failure in the person's language; an unknown code gives a general text with the reference, never the bare code. */
export function failureText(error: unknown): string {
  const failure = failureOf(error)
  const details = (failure.details ?? {}) as { lamps?: unknown }
  const values = Array.isArray(details.lamps) ? { ...details, lamps: lampRanges(details.lamps) } : details
  return (
    errorText('errors', failure.code, values) ??
    (failure.requestId
      ? i18next.t('shared:unknownFailure', { ref: failure.requestId })
      : i18next.t('shared:unknownFailureWithoutReference'))
  )
}
