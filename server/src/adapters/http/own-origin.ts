import type { FastifyRequest } from 'fastify'

/** Whether a browser's request comes from our own pages. Without an Origin header it is no browser's cross-site request. */
export const isOwnOrigin = (request: FastifyRequest, publicUrl: string): boolean => {
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === request.headers.host || new URL(origin).origin === new URL(publicUrl).origin
}
