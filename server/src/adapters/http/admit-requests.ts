import type { IncomingMessage } from 'node:http'
import type { Admission, AdmissionKind } from '../../kernel/admission.ts'
import { maxCallBytes } from '../../kernel/limits.ts'
import type { Sessions } from '../../ports/sessions.ts'

const health = new Set(['/healthz', '/readyz'])

/** The kind of request, by its path alone. */
const kindOf = (path: string): AdmissionKind => {
  if (path === '/realtime') return 'channel'
  if (path === '/api' || path === '/api/auth/get-session' || path.startsWith('/files/')) return 'call'
  if (path.startsWith('/api/') && !path.startsWith('/api/docs')) return 'signIn'
  return health.has(path) ? 'health' : 'file'
}

/**
 * Bytes to read before the caller is known; the maximum if not declared. An upload is read only with the grant of an
 * action.
 */
const bytesOf = ({ headers, method }: IncomingMessage, path: string): number => {
  if (method === 'GET' || method === 'HEAD' || path.startsWith('/files/')) return 0
  const contentLength = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(contentLength) ? Math.min(contentLength, maxCallBytes) : maxCallBytes
}

/** Counts a request before its body is read: 0 to continue, else the seconds after which to retry. */
export const admitRequests =
  (admission: Admission, sessions: Pick<Sessions, 'accountOf'>) =>
  (request: IncomingMessage, address: string): number => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const kind = kindOf(path)
    const account = kind === 'call' ? sessions.accountOf(request.headers) : null
    return admission.admit({ kind, address, account, bytes: bytesOf(request, path) })
  }
