import type { BlockList } from 'node:net'

/** Whether a client may use an interface. */
export const isAddressAllowed = (allowed: BlockList | null, address: string | undefined): boolean => {
  if (!allowed) return true
  const plain = address?.replace(/^::ffff:/, '') ?? ''
  return allowed.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}
