import { expect, test } from 'vitest'
import { blockedParams, changedParams, commonParams } from './lamp-params.ts'

const lamps = [
  {
    id: 1,
    takes: ['function', 'infinity', 'parity'],
    params: { function: 'maintained', infinity: false, parity: 'even' },
  },
  { id: 2, takes: ['function', 'parity'], params: { function: 'maintained', parity: 'odd' } },
] as const

test('only what every lamp takes can be set', () => {
  expect(commonParams(lamps)).toEqual(['function', 'parity'])
  expect(commonParams([])).toEqual([])
})

test('what stands in the way is named by lamp', () => {
  expect(blockedParams(lamps)).toEqual([{ name: 'infinity', lamps: [2] }])
})

test('what is so already on every lamp is not sent', () => {
  expect(changedParams({ function: 'maintained', parity: 'odd' }, lamps)).toEqual({ parity: 'odd' })
})
