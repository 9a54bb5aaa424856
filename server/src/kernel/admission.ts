import { isIPv6 } from 'node:net'
import { type Allowance, type Allowances, createAllowances } from './allowances.ts'
import { allowances, bytesPerPoint } from './limits.ts'
import { localUsageOnly, type SharedUsage } from './shared-usage.ts'

/** What is asked for, as far as can be seen before anything is read. */
export type AdmissionKind = 'call' | 'signIn' | 'channel' | 'file' | 'health'

export type AdmissionRequest = {
  kind: AdmissionKind
  address: string
  /** The account, where its session was seen lately; its allowance is used then, and not that of strangers. */
  account: string | null
  /** Length of what is to be read. */
  bytes: number
}

export type AdmissionParts = {
  /** Counts what was not taken. */
  refused(request: AdmissionRequest): void
  now?: () => number
  /** Counts with the other nodes. */
  sharedUse?: SharedUsage
}

export type Admission = ReturnType<typeof createAdmission>

/** Whoever has one IPv6 address has 2^64 of them: the first 64 bits are the one who asks. */
export const addressKey = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return `at:${plain}`
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  const whole = [...groups, ...zeros, ...rest].slice(0, 4)
  return `at:${whole.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Whose turn, limit and allowance a call counts for: the account, else the address. */
export const allowanceKeyOf = (account: string | null, address: string): string => account ?? addressKey(address)

/**
 * Decides before anything is parsed, looked up or stored whether a request is taken: first what the caller may use, then
 * what all at that address may. So a colleague with a session is not refused because of a loop without one.
 */
export const createAdmission = ({ refused, now, sharedUse = localUsageOnly }: AdmissionParts) => {
  const counted = (scope: keyof typeof allowances): Allowances => {
    const allowance: Allowance = allowances[scope]
    const used = sharedUse.share(scope, (key, points) => counter.spend(key, points))
    const counter = createAllowances(allowance, { used, ...(now && { now }) })
    return counter
  }
  const accounts = counted('account')
  const addresses = counted('address')
  const strangers = {
    call: counted('stranger'),
    signIn: counted('signIn'),
    channel: counted('channel'),
    file: counted('file'),
    health: counted('health'),
  }
  return {
    /** 0 where the request is taken, or after how many seconds to try again. */
    admit(request: AdmissionRequest): number {
      const { kind, address, account, bytes } = request
      const points = 1 + Math.floor(bytes / bytesPerPoint)
      const where = addressKey(address)
      const isKnown = account !== null && kind === 'call'
      const waitS =
        (isKnown ? accounts.take(account, points) : strangers[kind].take(where, points)) ||
        addresses.take(where, points)
      if (waitS > 0) refused(request)
      return waitS
    },
    /** What a call costs beyond its first point, once it is known which one it is. */
    charge: (account: string | null, address: string, points: number): number =>
      account !== null ? accounts.take(account, points) : strangers.call.take(addressKey(address), points),
  }
}
