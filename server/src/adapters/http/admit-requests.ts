import type { IncomingMessage } from 'node:http'
import type { Admission, AdmissionKind } from '../../kernel/admission.ts'
import { maxCallBytes } from '../../kernel/limits.ts'
import type { Sessions } from '../../ports/sessions.ts'

const health = new Set(['/healthz', '/readyz', '/metrics'])

/** What a path asks for, without a look at anything else. */
const kindOf = (path: string): AdmissionKind => {
  if (path === '/realtime') return 'channel'
  if (path === '/api' || path === '/api/auth/get-session' || path.startsWith('/files/')) return 'call'
  if (path.startsWith('/api/') && !path.startsWith('/api/docs')) return 'signIn'
  return health.has(path) ? 'health' : 'file'
}

/**
 * Bytes that are to be read before it is known who asks; without a word on it, as many as there may be. A file that is sent
 * is read only by the leave of an action.
 */
const bytesOf = ({ headers, method }: IncomingMessage, path: string): number => {
  if (method === 'GET' || method === 'HEAD' || path.startsWith('/files/')) return 0
  const told = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(told) ? Math.min(told, maxCallBytes) : maxCallBytes
}

/** Counts a request before its body is read: 0 to go on, or after how many seconds to try again. */
export const admitRequests =
  (admission: Admission, sessions: Pick<Sessions, 'accountOf'>) =>
  (request: IncomingMessage, address: string): number => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const kind = kindOf(path)
    const account = kind === 'call' ? sessions.accountOf(request.headers) : null
    return admission.admit({ kind, address, account, bytes: bytesOf(request, path) })
  }
