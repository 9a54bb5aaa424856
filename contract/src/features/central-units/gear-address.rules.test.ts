import { expect, it } from 'vitest'
import { addrOfGear, gearAt, gearLabel, gearsPerLine, maxBusLines } from './gear-address.rules.ts'

it('counts the gear of a unit line by line', () => {
  expect([1, 64, 65, 256].map(gearAt)).toEqual([
    { line: 1, shortAddress: 0 },
    { line: 1, shortAddress: 63 },
    { line: 2, shortAddress: 0 },
    { line: 4, shortAddress: 63 },
  ])
  for (let addr = 1; addr <= maxBusLines * gearsPerLine; addr++) {
    const { line, shortAddress } = gearAt(addr)
    expect(addrOfGear(line, shortAddress)).toBe(addr)
  }
  expect(gearLabel(2, 7)).toBe('2·07')
})
