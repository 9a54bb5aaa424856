import { refused } from './unit-context.ts'
import type { Orders } from './unit-parts.ts'

export const panelOrders: Orders<'inhibit' | 'endInhibition'> = {
  inhibit: ({ inhibition, tests }, { forS }) => (tests.running ? refused('TEST_RUNNING') : inhibition.begin(forS)),
  endInhibition: ({ inhibition }) => inhibition.end('command'),
}
