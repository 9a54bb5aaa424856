import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { all, compile } from '@fastify/proxy-addr'
import { refusalAnswer } from '../../kernel/answer.ts'
import { maxDelayedRefusals } from '../../kernel/limits.ts'

/** Proxies whose word on the caller's address counts: how many there are, or their addresses. */
export type TrustedProxies = false | number | string[]

/** Counted from us outwards, so that what a caller writes into the header itself is never believed. */
export const trustOf = (proxies: TrustedProxies): ((address: string, hop: number) => boolean) => {
  if (proxies === false) return () => false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : compile(proxies)
}

/** A year, as helmet says it for everything else. */
const hsts = 'max-age=31536000; includeSubDomains'

export type GatekeeperParts = {
  trustProxy: TrustedProxies
  /** As its users see it: where that is https, browsers are told to come by nothing else. */
  publicUrl: string
  /** Asked of each request before anything else: 0 to go on, or after how many seconds to try again. */
  admit(request: IncomingMessage, address: string): number
}

/**
 * Stands in front of the framework: what a flood asks for is refused for the price of its headers, without a route, a
 * logger or a session. A refusal is held back for a moment, because a loop sends its next request as soon as it has the
 * last answer; only so many are held, since each keeps a connection.
 */
export const createGatekeeper = ({ trustProxy, publicUrl, admit }: GatekeeperParts) => {
  const trust = trustOf(trustProxy)
  const safeHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // An answer of one line that is no page: it loads nothing, and nobody shows it in a frame.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': hsts }),
  }
  let held = 0

  const hold = async (): Promise<void> => {
    if (held >= maxDelayedRefusals.most) return
    held++
    // Not all for the same time: they would come back all at once.
    await delay(maxDelayedRefusals.ms * (0.5 + Math.random()))
    held--
  }

  const refuse = async (request: IncomingMessage, response: ServerResponse, retryAfterS: number): Promise<void> => {
    await hold()
    const { status, body } = refusalAnswer('TOO_MANY_REQUESTS', randomUUID(), { retryAfterS })
    request.resume()
    response.writeHead(status, { ...safeHeaders, 'retry-after': String(retryAfterS) }).end(JSON.stringify(body))
  }

  return {
    hold,
    /** 0 where the request is taken, or after how many seconds to try again. */
    ask: (request: IncomingMessage): number => admit(request, all(request, trust).at(-1) ?? ''),
    refuse,
  }
}
