import { expect, test } from 'vitest'
import { isPlanned } from './PlannedMark.tsx'

test.each([
  ['/home', false],
  ['/home?view=list', false],
  ['/attention', true],
  ['/plantmaps/P', false],
  ['/plantcentralunits/P/gateway', false],
  ['/nowhere', false],
])('%s is planned: %s', (to, planned) => {
  expect(isPlanned(to)).toBe(planned)
})
