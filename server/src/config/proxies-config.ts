import { isIP } from 'node:net'
import { z } from 'zod'

const isProxyAddress = (entry: string): boolean => {
  const [address = '', bits, ...extraParts] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || extraParts.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * Proxies trusted for the caller's address: none, a number of proxies in a row, or those at given addresses. Trusting
 * everybody is impossible: a client could then claim any address in a header.
 */
export const trustedProxies = z
  .string()
  .trim()
  .transform((value, context): false | number | string[] => {
    if (value === 'false' || value === '0') return false
    if (/^[1-9]$/.test(value)) return Number(value)
    const entries = value.split(',').map((entry) => entry.trim())
    if (entries.every(isProxyAddress)) return entries
    context.addIssue({
      code: 'custom',
      message:
        'must be false, the number of proxies in front of the server (1 to 9), or their addresses, as in 10.0.0.1,192.0.2.0/24. With true, callers could choose their own address',
    })
    return z.NEVER
  })
