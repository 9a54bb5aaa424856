import type { FastifyRequest } from 'fastify'

/** `isDemo`: pages may be opened under any name of the machine. */
export type SameOriginOptions = { publicUrl: string; isDemo?: boolean }

/**
 * Whether a browser's request comes from our pages: from the origin of `publicUrl`, including protocol and port. A
 * request without an Origin header is no cross-site request of a browser. A request with an Authorization header uses
 * no cookie, so any page may send it.
 */
export const isSameOrigin = (
  { headers }: FastifyRequest,
  { publicUrl, isDemo = false }: SameOriginOptions,
): boolean => {
  if (headers.origin === undefined || headers.authorization !== undefined) return true
  const from = URL.parse(headers.origin)
  if (!from) return false
  return from.origin === new URL(publicUrl).origin || (isDemo && from.host === headers.host)
}
