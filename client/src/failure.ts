export type FieldFailure = { path: string; code: string }

/** A refused or failed call. `status` is the HTTP status, or 0 without an answer of the server. */
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

  /** The refused fields of INVALID_INPUT. */
  get fields(): FieldFailure[] {
    const fields = (this.details as { fields?: unknown } | undefined)?.fields
    return Array.isArray(fields) ? (fields as FieldFailure[]) : []
  }
}
