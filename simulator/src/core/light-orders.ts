import type { Orders } from './unit-parts.ts'

export const lightOrders: Orders<'setLevels' | 'endHold'> = {
  setLevels: ({ lights }, order) => lights.set(order),
  endHold: ({ lights }) => lights.endHold(),
}
