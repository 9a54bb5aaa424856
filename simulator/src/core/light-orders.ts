import type { Orders } from './unit-parts.ts'

export const lightOrders: Orders<'setLevels' | 'endHold' | 'setScenes'> = {
  setLevels: ({ lights }, order) => lights.set(order),
  endHold: ({ lights }) => lights.endHold(),
  setScenes: ({ scenes }, order) => scenes.set(order),
}
