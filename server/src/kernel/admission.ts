import { isIPv6 } from 'node:net'
import { type Allowance, type Allowances, createAllowances } from './allowances.ts'
import { allowances, bytesPerPoint } from './limits.ts'
import { localUsageOnly, type SharedUsage } from './shared-usage.ts'

/** Kind of request, as far as it is visible before anything is read. */
export type AdmissionKind = 'call' | 'signIn' | 'channel' | 'file' | 'health'

export type AdmissionRequest = {
  kind: AdmissionKind
  address: string
  /** The account of a recently seen session: its allowance then applies instead of the anonymous one. */
  account: string | null
  /** Length in bytes of the body to read. */
  bytes: number
}

export type AdmissionParts = {
  refused(request: AdmissionRequest): void
  now?: () => number
  /** Shares usage counts with the other nodes. */
  sharedUse?: SharedUsage
}

export type Admission = ReturnType<typeof createAdmission>

/** An IPv6 customer has 2^64 addresses, so the first 64 bits identify the caller. */
export const addressKey = (address: string): string => {
  const ipAddress = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(ipAddress)) return `at:${ipAddress}`
  const [head = '', tailText] = ipAddress.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tailText === undefined || tailText === '' ? [] : tailText.split(':')
  const zeros =
    tailText === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill('0')
  const networkGroups = [...groups, ...zeros, ...tailGroups].slice(0, 4)
  return `at:${networkGroups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Key for turns, limits and allowances: the account, else the address. */
export const allowanceKeyOf = (account: string | null, address: string): string => account ?? addressKey(address)

/**
 * Admits or refuses a request before anything is parsed, looked up or stored. The caller's allowance comes before the
 * address's, so a loop without a session does not lock out a colleague with one.
 */
export const createAdmission = ({ refused: onRefused, now, sharedUse = localUsageOnly }: AdmissionParts) => {
  const createSharedAllowances = (scope: keyof typeof allowances): Allowances => {
    const allowance: Allowance = allowances[scope]
    const recordUsage = sharedUse.share(scope, (key, points) => counter.spend(key, points))
    const counter = createAllowances(allowance, { used: recordUsage, ...(now && { now }) })
    return counter
  }
  const accounts = createSharedAllowances('account')
  const addresses = createSharedAllowances('address')
  const anonymous = {
    call: createSharedAllowances('anonymous'),
    signIn: createSharedAllowances('signIn'),
    channel: createSharedAllowances('channel'),
    file: createSharedAllowances('file'),
    health: createSharedAllowances('health'),
  }
  return {
    /** 0 if the request is admitted, else the seconds after which to retry. */
    admit(request: AdmissionRequest): number {
      const { kind, address, account, bytes } = request
      const points = 1 + Math.floor(bytes / bytesPerPoint)
      const where = addressKey(address)
      const isKnown = account !== null && kind === 'call'
      const waitS =
        (isKnown ? accounts.take(account, points) : anonymous[kind].take(where, points)) ||
        addresses.take(where, points)
      if (waitS > 0) onRefused(request)
      return waitS
    },
    /** Charges a call's cost beyond its first point, once its action is known. */
    charge: (account: string | null, address: string, points: number): number =>
      account !== null ? accounts.take(account, points) : anonymous.call.take(addressKey(address), points),
  }
}
