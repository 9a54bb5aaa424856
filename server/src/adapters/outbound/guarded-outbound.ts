import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Outbound, OutboundFailure } from '../../ports/outbound.ts'

/** Milliseconds for a request and its answer together. */
const usualPatienceMs = 10_000
/** Characters of an answer that are read; nobody needs more than to see what went wrong. */
const mostCharacters = 1_000
/** Milliseconds for a name to be looked up while somebody waits. */
const lookupMs = 3_000

/** Whether an address is one of the public internet: everything that stands for a part of it, or for a way into one, is not. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/**
 * Looks a name up for a connection, which is then made to the very address that was looked at: a name that stands for another address a
 * moment later leads nowhere. All answers have to be public, as the connection may try each.
 */
export const publicLookup =
  (ask: typeof lookup): LookupFunction =>
  (hostname, options, done) => {
    ask(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, [])
      const [first] = found
      if (!first || !found.every(({ address }) => isPublic(address))) return done(new OutboundFailure('internal'), [])
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/** The beginning of an answer; what comes after is never waited for. */
const readBeginning = async (response: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += part
    if (text.length >= mostCharacters) break
  }
  return text.slice(0, mostCharacters)
}

const failureOf = (error: unknown, isLate: boolean): OutboundFailure => {
  if (error instanceof OutboundFailure) return error
  const { name, code } = error as NodeJS.ErrnoException
  return new OutboundFailure(isLate ? 'timeout' : (code ?? name), { cause: error })
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether a name is found, and soon. */
const isFound = async (host: string, look: LookupFunction, withinMs: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = setTimeout(resolve, withinMs, false)
  look(host, { all: true }, (error) => resolve(!error))
  return promise.finally(() => clearTimeout(late))
}

type Options = { allowPrivate: boolean; patienceMs?: number; lookup?: LookupFunction; lookupWithinMs?: number }

/** Asks public addresses over TLS, or whatever the operator allows; `lookup` is for tests. */
export const guardedOutbound = (options: Options): Outbound => {
  const { allowPrivate, patienceMs = usualPatienceMs, lookupWithinMs = lookupMs } = options
  const look = options.lookup ?? (allowPrivate ? undefined : publicLookup(lookup))
  const mayAsk = (address: string): boolean => {
    const url = URL.parse(address)
    if (!url || url.username || url.password) return false
    if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:'
    const host = hostOf(url)
    return url.protocol === 'https:' && (isIP(host) ? isPublic(host) : host.includes('.'))
  }
  return {
    mayAsk,
    async mayReach(address) {
      const url = URL.parse(address)
      if (!url || !mayAsk(address)) return false
      return allowPrivate || !look || isIP(hostOf(url)) > 0 || (await isFound(url.hostname, look, lookupWithinMs))
    },
    async post(address, { headers, body }) {
      if (!mayAsk(address)) throw new OutboundFailure('internal')
      const ask = address.startsWith('https:') ? requestTls : requestPlain
      const signal = AbortSignal.timeout(patienceMs)
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const request = ask(address, { method: 'POST', headers, signal, agent: false, ...(look && { lookup: look }) })
      request.once('response', resolve).on('error', reject).end(body)
      try {
        const response = await promise
        return { status: response.statusCode ?? 0, text: await readBeginning(response) }
      } catch (error) {
        throw failureOf(error, signal.aborted)
      } finally {
        request.destroy()
      }
    },
  }
}
