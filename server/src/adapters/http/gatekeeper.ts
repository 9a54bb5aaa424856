import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { all, compile } from '@fastify/proxy-addr'
import { refusalAnswer } from '../../kernel/answer.ts'
import { maxDelayedRefusals } from '../../kernel/limits.ts'

/** Trusted proxies for the caller's address: their number, or their addresses. */
export type TrustedProxies = false | number | string[]

/** Counted from the server outward, so a header written by the caller is never trusted. */
export const trustOf = (proxies: TrustedProxies): ((address: string, hop: number) => boolean) => {
  if (proxies === false) return () => false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : compile(proxies)
}

/** One year, as helmet sets it for all other answers. */
const hsts = 'max-age=31536000; includeSubDomains'

export type GatekeeperParts = {
  trustProxy: TrustedProxies
  /** Public URL; with https, HSTS makes browsers use https only. */
  publicUrl: string
  /** Checks each request first: 0 to continue, else the seconds after which to retry. */
  admit(request: IncomingMessage, address: string): number
}

/**
 * Runs before the framework: a flood is refused for the cost of its headers, without route, logger or session. Refusals
 * are delayed, because a loop sends its next request right after an answer. The number of delayed refusals is bounded,
 * since each holds a connection.
 */
export const createGatekeeper = ({ trustProxy, publicUrl, admit }: GatekeeperParts) => {
  const trust = trustOf(trustProxy)
  const safeHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // A one-line answer, not a page: it loads nothing and cannot be framed.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': hsts }),
  }
  let delayedCount = 0

  const delayRefusal = async (): Promise<void> => {
    if (delayedCount >= maxDelayedRefusals.max) return
    delayedCount++
    // With jitter, so they do not all return at once.
    await delay(maxDelayedRefusals.ms * (0.5 + Math.random()))
    delayedCount--
  }

  const refuse = async (request: IncomingMessage, response: ServerResponse, retryAfterS: number): Promise<void> => {
    await delayRefusal()
    const { status, body } = refusalAnswer('TOO_MANY_REQUESTS', randomUUID(), { retryAfterS })
    request.resume()
    response.writeHead(status, { ...safeHeaders, 'retry-after': String(retryAfterS) }).end(JSON.stringify(body))
  }

  return {
    hold: delayRefusal,
    /** 0 if the request is admitted, else the seconds after which to retry. */
    ask: (request: IncomingMessage): number => admit(request, all(request, trust).at(-1) ?? ''),
    refuse,
  }
}
