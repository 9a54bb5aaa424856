import { isIP } from 'node:net'
import { z } from 'zod'

const isProxyAddress = (entry: string): boolean => {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/**
 * Whose word on the caller's address counts: nobody's, that of so many proxies in a row, or that of proxies at these
 * addresses. There is no "everybody's": whoever sends a header could then be at any address.
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
        'has to be false, the number of proxies in front of the server (1 to 9), or their addresses as in 10.0.0.1,192.0.2.0/24; true would let every caller choose its own address',
    })
    return z.NEVER
  })
