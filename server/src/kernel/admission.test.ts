import { describe, expect, it, vi } from 'vitest'
import { addressKey, createAdmission } from './admission.ts'
import { allowances } from './limits.ts'
import { createSharedUsage } from './shared-usage.ts'

const request = { kind: 'call', address: '192.0.2.1', account: null, bytes: 100 } as const
const open = (onRefused = () => undefined) => createAdmission({ refused: onRefused, now: () => 0 })
const countAdmitted = (times: number, admit: () => number) =>
  Array.from({ length: times }, admit).filter((waitMs) => waitMs === 0).length

describe('admission', () => {
  it('admits anonymous callers up to their burst and then shows a waiting time', () => {
    const admission = open()
    expect(countAdmitted(5000, () => admission.admit(request))).toBe(allowances.anonymous.burst)
    expect(admission.admit(request)).toBeGreaterThan(0)
  })
  it('counts refused requests', () => {
    const onRefused = vi.fn()
    const admission = open(onRefused)
    for (let n = 0; n < allowances.anonymous.burst + 3; n++) admission.admit(request)
    expect(onRefused.mock.calls).toEqual([[request], [request], [request]])
  })
  it('admits a known account behind the same address', () => {
    const admission = open()
    for (let n = 0; n < 5000; n++) admission.admit(request)
    expect(admission.admit({ ...request, account: 'colleague' })).toBe(0)
    expect(admission.admit({ ...request, kind: 'signIn' })).toBe(0)
  })
  it('limits all accounts of an address together', () => {
    const admission = open()
    let n = 0
    expect(countAdmitted(5000, () => admission.admit({ ...request, account: `account ${n++ % 50}` }))).toBe(
      allowances.address.burst,
    )
    expect(admission.admit({ ...request, address: '192.0.2.2', account: 'elsewhere' })).toBe(0)
  })
  it('counts a long call as several', () => {
    const admission = open()
    const bytes = 160 * 1024
    expect(countAdmitted(5000, () => admission.admit({ ...request, bytes }))).toBe(
      Math.floor(allowances.anonymous.burst / 11),
    )
  })
  it('charges a heavy call to its caller', () => {
    const admission = open()
    expect(admission.charge('a', request.address, allowances.account.burst)).toBe(0)
    expect(admission.admit({ ...request, account: 'a' })).toBeGreaterThan(0)
    expect(admission.admit({ ...request, account: 'b' })).toBe(0)
  })
})

describe('address key', () => {
  it.each([
    ['192.0.2.1', 'at:192.0.2.1'],
    ['::ffff:192.0.2.1', 'at:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', 'at:2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', 'at:2001:db8:1:2::/64'],
    ['2001:0db8:1::9', 'at:2001:db8:1:0::/64'],
    ['::1', 'at:0:0:0:0::/64'],
    ['fe80::1%eth0', 'at:fe80:0:0:0::/64'],
  ])('of %s is %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

describe('several nodes', () => {
  /** Two nodes whose broadcasts reach both at once. */
  const openNodes = () => {
    const receivers: ((from: string, body: unknown) => void)[] = []
    return ['node1', 'node2'].map((nodeId) => {
      const sharedUse = createSharedUsage(nodeId, {
        broadcast: (_kind, body) => {
          for (const receive of receivers) receive(nodeId, JSON.parse(JSON.stringify(body)))
        },
        receives: (_kind, receive) => void receivers.push(receive),
      })
      const admission = createAdmission({ refused: () => undefined, now: () => 0, sharedUse })
      return { sharedUse, take: () => admission.admit({ kind: 'call', address: '192.0.2.7', account: 'a', bytes: 0 }) }
    })
  }

  it('share one allowance per account', () => {
    const [firstNode, second] = openNodes()
    if (!firstNode || !second) throw new Error('two nodes were opened')
    const { burst } = allowances.account
    for (let n = 0; n < burst; n++) expect(firstNode.take()).toBe(0)
    expect(firstNode.take()).toBeGreaterThan(0)
    expect(second.take()).toBe(0)
    firstNode.sharedUse.flush()
    expect(second.take()).toBeGreaterThan(0)
  })

  it('ignore malformed usage messages', () => {
    const receivers: ((from: string, body: unknown) => void)[] = []
    const sharedUse = createSharedUsage('node1', {
      broadcast: () => undefined,
      receives: (_kind, receive) => void receivers.push(receive),
    })
    const admission = createAdmission({ refused: () => undefined, now: () => 0, sharedUse })
    for (const body of [null, 7, [['account', 'a', -5]], [['account', 'a', 'x']], [['nothing', 'a', 1e9]], 'x'])
      for (const receive of receivers) receive('node2', body)
    expect(admission.admit({ kind: 'call', address: '192.0.2.7', account: 'a', bytes: 0 })).toBe(0)
  })
})
