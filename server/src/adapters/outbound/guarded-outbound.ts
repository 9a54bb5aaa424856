import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { type Outbound, OutboundFailure } from '../../ports/outbound.ts'

/** Milliseconds for a request including its answer. */
const defaultTimeoutMs = 10_000
/** Characters read of an answer; enough to see the error. */
const maxCharacters = 1_000
/** Milliseconds for a DNS lookup while somebody waits. */
const lookupMs = 3_000

/**
 * Global unicast addresses of IPv6. Others belong to another network, or embed an IPv4 address (`::/96` and similar).
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3')
/** Documentation range (RFC 9637), unknown to the library. */
const documentation = ipaddr.parseCIDR('3fff::/20')

/** ISATAP (RFC 5214): the last 32 bits are an IPv4 address. */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean => (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe

/** The library treats `::198.41.0.4` as the IPv4 address at its end. */
const inHex = (address: string): string => URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? ''

/** Whether an address belongs to the public internet, and leads into no other network. */
export const isPublic = (address: string): boolean => {
  const normalized = isIPv6(address) ? inHex(address) : address
  if (!ipaddr.isValid(normalized)) return false
  const parsed = ipaddr.process(normalized)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return true
  return parsed.match(globalUnicast) && !parsed.match(documentation) && !isIsatap(parsed)
}

/** Allowed ports: the default one, 443, or above the system ports. An empty port is the default. */
const isOpenPort = (port: string): boolean => port === '' || Number(port) === 443 || Number(port) > 1_023

/**
 * Resolves a name for a connection to exactly the checked address, so DNS rebinding has no effect. All answers have to
 * be public, because the connection may try each.
 */
export const publicLookup =
  (resolveName: typeof lookup): LookupFunction =>
  (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, [])
      const [first] = found
      if (!first || !found.every(({ address }) => isPublic(address))) return done(new OutboundFailure('internal'), [])
      if (options.all) done(null, found)
      else done(null, first.address, first.family)
    })
  }

/** The beginning of an answer; the rest is not awaited. */
const readStart = async (response: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of response.setEncoding('utf8')) {
    text += part
    if (text.length >= maxCharacters) break
  }
  return text.slice(0, maxCharacters)
}

const failureOf = (error: unknown, isLate: boolean): OutboundFailure => {
  if (error instanceof OutboundFailure) return error
  const { name, code } = error as NodeJS.ErrnoException
  return new OutboundFailure(isLate ? 'timeout' : (code ?? name), { cause: error })
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

const isResolved = async (host: string, lookUpName: LookupFunction, withinMs: number): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timeout = setTimeout(resolve, withinMs, false)
  lookUpName(host, { all: true }, (error) => resolve(!error))
  return promise.finally(() => clearTimeout(timeout))
}

type Options = { allowPrivate: boolean; patienceMs?: number; lookup?: LookupFunction; lookupWithinMs?: number }

/** Requests public addresses over TLS, or whatever the operator allows; `lookup` is for tests. */
export const guardedOutbound = (options: Options): Outbound => {
  const { allowPrivate, patienceMs = defaultTimeoutMs, lookupWithinMs = lookupMs } = options
  const lookUpName = options.lookup ?? (allowPrivate ? undefined : publicLookup(lookup))
  const isAllowed = (address: string): boolean => {
    const url = URL.parse(address)
    if (!url || url.username || url.password || !isOpenPort(url.port)) return false
    if (allowPrivate) return url.protocol === 'https:' || url.protocol === 'http:'
    const host = hostOf(url)
    return url.protocol === 'https:' && (isIP(host) ? isPublic(host) : host.includes('.'))
  }
  return {
    mayAsk: isAllowed,
    async mayReach(address) {
      const url = URL.parse(address)
      if (!url || !isAllowed(address)) return false
      return (
        allowPrivate ||
        !lookUpName ||
        isIP(hostOf(url)) > 0 ||
        (await isResolved(url.hostname, lookUpName, lookupWithinMs))
      )
    },
    async post(address, { headers, body }) {
      if (!isAllowed(address)) throw new OutboundFailure('internal')
      const sendRequest = address.startsWith('https:') ? requestTls : requestPlain
      const signal = AbortSignal.timeout(patienceMs)
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const request = sendRequest(address, {
        method: 'POST',
        headers,
        signal,
        agent: false,
        ...(lookUpName && { lookup: lookUpName }),
      })
      request.once('response', resolve).on('error', reject).end(body)
      try {
        const response = await promise
        return { status: response.statusCode ?? 0, text: await readStart(response) }
      } catch (error) {
        throw failureOf(error, signal.aborted)
      } finally {
        request.destroy()
      }
    },
  }
}
