import { describe, expect, it } from 'vitest'
import { createAllowances } from './allowances.ts'

const open = (most?: number) => {
  let at = 0
  const allowances = createAllowances(
    { perSecond: 10, burst: 20 },
    { now: () => at, ...(most === undefined ? {} : { maxCallers: most }) },
  )
  const pass = (ms: number) => {
    at += ms
  }
  return { ...allowances, pass }
}
const admitted = (times: number, take: () => number) =>
  Array.from({ length: times }, take).filter((wait) => wait === 0).length

describe('an allowance', () => {
  it('lets a burst through, then what comes back each second', () => {
    const { take, pass } = open()
    expect(admitted(100, () => take('a'))).toBe(20)
    pass(1000)
    expect(admitted(100, () => take('a'))).toBe(10)
  })
  it('says after how many seconds it is enough, and then it is', () => {
    const { take, pass } = open()
    expect(take('a', 20)).toBe(0)
    const waitS = take('a', 15)
    expect(waitS).toBe(2)
    pass(waitS * 1000)
    expect(take('a', 15)).toBe(0)
  })
  it('takes nothing from whoever is refused', () => {
    const { take, pass } = open()
    take('a', 20)
    for (let n = 0; n < 1000; n++) take('a')
    pass(100)
    expect(take('a')).toBe(0)
  })
  it('is one for each caller', () => {
    const { take } = open()
    take('a', 20)
    expect(take('a')).toBeGreaterThan(0)
    expect(take('b')).toBe(0)
  })
  it('remembers no more callers than it may, and forgets the one that was quiet longest', () => {
    const { take, size } = open(2)
    take('a', 20)
    take('b', 20)
    expect(take('a')).toBe(1)
    take('c')
    expect(size()).toBe(2)
    expect(take('b')).toBe(1)
    expect(take('a')).toBe(0)
  })
})
