/** SQLSTATE codes (PostgreSQL manual, appendix A). */
export const sqlStates = {
  invalidParameter: '22023',
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  serializationFailure: '40001',
  deadlock: '40P01',
  undefinedTable: '42P01',
  diskFull: '53100',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const

/** Class 53: out of disk space, memory or connections. */
export const isResourceShortage = (error: unknown): boolean => sqlStateOf(error)?.startsWith('53') ?? false

/** The error reported by PostgreSQL; the query builder wraps the driver's error as its cause. */
export function databaseErrorOf(error: unknown): { code: string; severity: unknown } | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, severity, syscall } = current as { code?: unknown; severity?: unknown; syscall?: unknown }
    // System error codes may look the same: EPIPE.
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && syscall === undefined) return { code, severity }
  }
  return undefined
}

/** SQLSTATE of an error, five characters. */
export const sqlStateOf = (error: unknown): string | undefined => databaseErrorOf(error)?.code
