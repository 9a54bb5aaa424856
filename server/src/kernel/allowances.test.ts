import { describe, expect, it } from 'vitest'
import { createAllowances } from './allowances.ts'

const open = (maxCallers?: number) => {
  let at = 0
  const allowances = createAllowances(
    { perSecond: 10, burst: 20 },
    { now: () => at, ...(maxCallers === undefined ? {} : { maxCallers }) },
  )
  const pass = (ms: number) => {
    at += ms
  }
  return { ...allowances, pass }
}
const admitted = (times: number, admit: () => number) =>
  Array.from({ length: times }, admit).filter((waitMs) => waitMs === 0).length

describe('allowance', () => {
  it('admits a burst and then refills each second', () => {
    const { take: admit, pass } = open()
    expect(admitted(100, () => admit('a'))).toBe(20)
    pass(1000)
    expect(admitted(100, () => admit('a'))).toBe(10)
  })
  it('reports the exact waiting time', () => {
    const { take: admit, pass } = open()
    expect(admit('a', 20)).toBe(0)
    const waitS = admit('a', 15)
    expect(waitS).toBe(2)
    pass(waitS * 1000)
    expect(admit('a', 15)).toBe(0)
  })
  it('takes nothing for a refused call', () => {
    const { take: admit, pass } = open()
    admit('a', 20)
    for (let n = 0; n < 1000; n++) admit('a')
    pass(100)
    expect(admit('a')).toBe(0)
  })
  it('is separate for each caller', () => {
    const { take: admit } = open()
    admit('a', 20)
    expect(admit('a')).toBeGreaterThan(0)
    expect(admit('b')).toBe(0)
  })
  it('remembers a limited number of callers and drops the longest idle one', () => {
    const { take: admit, size } = open(2)
    admit('a', 20)
    admit('b', 20)
    expect(admit('a')).toBe(1)
    admit('c')
    expect(size()).toBe(2)
    expect(admit('b')).toBe(1)
    expect(admit('a')).toBe(0)
  })
})
